import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '@adcoin/checks/repository'
import { readSources } from '@adcoin/checks/sources'
import { listStoredData } from './storage.ts'

const of = (...texts: readonly string[]) =>
  listStoredData(
    texts.map((text, index) => ({ file: `/area/src/file-${index}.tsx`, text })),
    'remote-wallet',
    '/area',
  )
const imported = "import { defineDraft } from '@adcoin/remote/pages'\n"
const sale = "defineDraft({ owner: 'wallet', name: 'sell', version: 3, schema: v.object({ typed: v.string() }) })"

describe('what an app keeps in the browser', () => {
  it('is read out of its definitions, wherever they are', () => {
    expect(
      of(
        `${imported}export const sale = ${sale}`,
        `${imported}const all = { manifest: defineDraft({ version: 1, name: 'cardAdd', owner: 'wallet', keep: 'tab', schema }) }`,
        "import * as pages from '@adcoin/remote/pages'\nconst text = 'a word about defineDraft'",
      ),
    ).toEqual(['wallet.cardAdd@1', 'wallet.sell@3'])
  })

  it('is nothing where nothing is defined', () => {
    expect(of("import { useT } from './texts.ts'")).toEqual([])
  })

  it.each([
    ['another owner', `${imported}${sale.replace('wallet', 'tasks')}`, "file-0.tsx:.* its owner must be 'wallet'"],
    ['a name that is no literal', `${imported}${sale.replace("'sell'", 'names.sell')}`, 'file-0.tsx:2 needs owner'],
    ['a version that is no literal', `${imported}${sale.replace('3', 'version')}`, 'as literals'],
    ['a definition from elsewhere', `${imported}defineDraft(definition)`, 'as literals'],
    ['the same draft twice', `${imported}${sale}\n${sale}`, 'a second time'],
  ])('is refused with %s', (_, text, output) => {
    expect(() => of(text)).toThrow(new RegExp(output, 's'))
  })

  it.each([
    ['shell', ['shell.countdown@2', 'shell.hiddenBalance@1']],
    [
      'remote-auth',
      ['auth.birthday@1', 'auth.contact@1', 'auth.flow@1', 'auth.google@1', 'auth.nickname@1', 'auth.welcome@1'],
    ],
    ['remote-tasks', ['tasks.appeal@1', 'tasks.bind@1', 'tasks.proof@1', 'tasks.pushOffer@1', 'tasks.upload@1']],
    ['remote-team', ['team.bindInvite@1']],
    ['remote-wallet', ['wallet.cardAdd@1', 'wallet.sell@1', 'wallet.withdraw@1']],
  ])('of %s is %j', (app, kept) => {
    const folder = join(repositoryRoot, app)
    expect(listStoredData(readSources(folder, app), app, folder)).toEqual(kept)
  })
})
