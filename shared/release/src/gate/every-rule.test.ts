import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { shapeOf } from '@adcoin/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { builtFixture, fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { call, event, fixtures, moreMistakes, refusals, type WantedRelease } from '../../tests/mistaken-releases.ts'
import { readLiveState } from '../operations/live-state.ts'
import { pack, publishLive } from '../operations/publish.ts'
import { memoryStore } from '../../tests/memory-store.ts'

describe('every rule of the gate refuses its release, names the place and the remedy, and changes nothing', () => {
  it.each(Object.entries(fixtures))('%s', async (rule, fixture) => {
    const found = (await refusals(fixture)).filter(each => each.rule === rule)
    expect(found.map(({ place }) => place).join('\n')).toContain(fixture.place)
    for (const { says, remedy } of found) expect([says, remedy]).not.toContain('')
  })

  it.each(moreMistakes)('%s: %s', async (_, rule, says, fixture) => {
    const found = (await refusals(fixture)).filter(each => each.rule === rule)
    expect(found.map(each => `${each.place}: ${each.says}`).join('\n')).toContain(says)
    expect(found).not.toEqual([])
  })

  it('and no rule is without a release, or without a line in the README', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter(file => /^[^.]+\.ts$/.test(file))
      .map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
    const written = new Set([
      ...sources.flatMap(source =>
        [...source.matchAll(/\b(?:rule = |refuse\(\s*)'(?<rule>[a-z-]+)'/g)].map(({ groups }) => groups?.['rule']),
      ),
    ])
    expect([...written].sort()).toEqual(Object.keys(fixtures).sort())
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## What the gate refuses'), readme.indexOf('## Add a rule'))
    expect([...table.matchAll(/^\| `(?<rule>[a-z-]+)` \|/gm)].map(({ groups }) => groups?.['rule'])).toEqual(
      Object.keys(fixtures).sort(),
    )
  })
})

describe('the contract grows', () => {
  const old = call(
    v.strictObject({ page: v.optional(v.string()) }),
    v.object({ list: v.array(v.string()), total: v.number() }),
  )
  const refusedBeside = async (team: WantedRelease) =>
    (await refusals({ before: old, team: { version: '1.1.0', ...team }, place: '' })).map(
      ({ rule, place, says }) => `${rule} ${place.split(': ').slice(1).join(': ')}: ${says.split(' (')[0]}`,
    )

  it('by an optional input and one more field of the answer, beside releases that know neither', async () => {
    const store = memoryStore()
    const site = await fixtureSite(store)
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team', old)
    const more = call(
      v.strictObject({ page: v.optional(v.string()), sort: v.optional(v.string()) }),
      v.object({ list: v.array(v.string()), total: v.number(), next: v.string() }),
    )
    expect(await publishFixture(site, 'remote-team', { version: '1.1.0', ...more })).toMatch(/^1\.1\.0-/)
  })

  it.each([
    [
      'a removed field',
      call(v.strictObject({ page: v.optional(v.string()) }), v.object({ list: v.array(v.string()) })),
      'contract-additive GET /app/agent response: total: the field is required, and is not sent',
    ],
    [
      'a new required input',
      call(
        v.strictObject({ page: v.optional(v.string()), sort: v.string() }),
        v.object({ list: v.array(v.string()), total: v.number() }),
      ),
      'contract-additive GET /app/agent request: sort: the field is required, and is not sent',
    ],
  ])('and never by %s', async (_, team, refused) => expect(await refusedBeside(team)).toEqual([refused]))

  it('nor by an event that a standing-by release of its speaker sends otherwise', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-wallet', event('out', shapeOf(v.object({}))))
    await publishFixture(site, 'remote-wallet', {
      version: '1.1.0',
      ...event('out', shapeOf(v.object({ amount: v.string() }))),
    })
    const listens = pack(site, builtFixture('remote-team', event('in', shapeOf(v.object({ amount: v.string() })))))
    await expect(
      publishLive(site, await readLiveState(site), [listens], { action: 'publish', why: '' }),
    ).rejects.toThrow('remote-wallet/1.0.0-')
  })
})
