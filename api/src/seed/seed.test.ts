import { statSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes, officialInviteCode } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { isCheckPassed, type AccountCheck } from '../wallet/checksums.ts'
import { notices, serviceLinks } from '../settings/settings.ts'
import { drawnFolder, nameDrawing, readDrawings, drawPicture, pictureNames } from '../catalogue/drawn-pictures.ts'
import { pictureBytes } from '../catalogue/encode-picture.ts'
import { isOnPlatform, platforms } from '../catalogue/platforms.ts'
import { type TaskKind } from '../catalogue/task-kinds.ts'
import { findDisclosure, hashtag } from '../catalogue/disclosure.ts'
import reference from './reference.json' with { type: 'json' }
import demoTasks from './tasks.json' with { type: 'json' }
import type { SixTexts } from '../settings/six-languages.ts'

const inSix = (texts: SixTexts) => apiCodes.every(code => texts[code].trim().length > 0)
/** Sentences must be translated; names and codes may be equal. */
const inOwnWords = (texts: SixTexts) =>
  (['zh_TW', 'pt_PT', 'hi_IN', 'es_MX'] as const).every(code => texts[code] !== texts.en_US)

describe('the demo data', () => {
  it('offers each of the seven kinds, every text in six languages of its own', () => {
    expect([...new Set(demoTasks.map(task => task.kind))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    for (const task of demoTasks) {
      for (const texts of [
        task.title_i18n,
        task.alt,
        task.brief_i18n,
        ...task.steps_i18n.en_US.map(
          (_, at) => Object.fromEntries(apiCodes.map(code => [code, task.steps_i18n[code][at] ?? ''])) as SixTexts,
        ),
        findDisclosure(task.kind as TaskKind),
        ...task.materials.map(material => material.label),
      ]) {
        expect(inSix(texts) && inOwnWords(texts), texts.en_US).toBe(true)
      }
      expect(task.reward >= 5_000 && task.reward <= 80_000).toBe(true)
    }
    for (const texts of [...reference.claim.map(claim => claim.text_i18n), ...notices.map(notice => notice.text)])
      expect(inSix(texts) && inOwnWords(texts)).toBe(true)
  })

  it('names in every disclosure the hashtag that the post must have', () => {
    for (const task of demoTasks)
      for (const code of apiCodes) expect(findDisclosure(task.kind as TaskKind)[code]).toContain(hashtag[code])
  })

  it('has a picture for every task, each light enough for a list', () => {
    const drawn = readDrawings()
    for (const name of Object.keys(drawn))
      for (const type of ['avif', 'webp'])
        expect(statSync(join(drawnFolder, `${name}.${type}`)).size, name).toBeLessThanOrEqual(pictureBytes)
    for (const { code } of demoTasks) expect(drawn).toHaveProperty([nameDrawing(code, 'wide')])
  })

  it('draws every picture that a task offers', async () => {
    const offered = demoTasks.flatMap(task =>
      task.materials.flatMap(material => (material.kind === 'image' ? [material.file_name ?? ''] : [])),
    )
    expect(offered.every(name => pictureNames.includes(name))).toBe(true)
    expect((await drawPicture(offered[0] ?? ''))?.subarray(1, 4).toString()).toBe('PNG')
    expect(await drawPicture('../secrets.json')).toBeUndefined()
    expect(await drawPicture('constructor')).toBeUndefined()
  })

  it('gives every region a pay way and banks, and every field an example that it accepts itself', () => {
    for (const region of reference.region) {
      expect(reference.payway.some(way => way.country === region.code)).toBe(true)
      expect(reference.bank.some(bank => bank.country === region.code)).toBe(true)
      expect(new RegExp(region.phone_regex).test(region.example)).toBe(true)
    }
    for (const field of reference.payway.flatMap(way => way.fields)) {
      const bare = field.inputmode === 'email' ? field.example : field.example.replace(/[\s-]/g, '')
      expect(new RegExp(field.regex).test(bare), `${field.key} ${field.example}`).toBe(true)
      expect(isCheckPassed(field.check as AccountCheck, field.example), field.example).toBe(true)
      expect(field.example.length).toBeLessThanOrEqual(field.max)
    }
    expect(reference.payway.every(way => way.fields[0]?.key === 'account' && way.min > 0 && way.max >= way.min)).toBe(
      true,
    )
  })

  it('reads the platform of a link from its own host', () => {
    for (const platform of platforms) expect(isOnPlatform(platform.example, platform.hosts)).toBe(true)
    expect(isOnPlatform('https://tiktok.com@evil.com/', ['tiktok.com'])).toBe(false)
    expect(isOnPlatform('https://tiktok.com%2eevil.com/', ['tiktok.com'])).toBe(false)
    expect(isOnPlatform('nonsense', ['tiktok.com'])).toBe(false)
  })

  it('links to the two messengers only, and knows the official code', () => {
    expect([...serviceLinks.ws, ...serviceLinks.tg].every(link => /^https:\/\/(wa\.me|t\.me)\//.test(link))).toBe(true)
    expect(officialInviteCode).toBe('888888')
  })
})
