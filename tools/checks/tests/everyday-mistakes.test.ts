import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkAppFiles } from '../src/check-app/app-files.ts'
import { checkLocales } from '../src/locales/check-locales.ts'
import { repositoryRoot } from '../src/repository.ts'

/**
 * What tired people do, and the first layer that can see it. Mistakes in the files of an app are made here; the others
 * are made by the test that is named beside the sentence.
 */

const app = 'remote-team'
const root = mkdtempSync(join(tmpdir(), 'adcoin-tired-'))
for (const folder of ['src', 'locales', 'remote.json', 'package.json'])
  cpSync(join(repositoryRoot, app, folder), join(root, app, folder), { recursive: true })
for (const folder of ['shared', 'tools']) symlinkSync(join(repositoryRoot, folder), join(root, folder))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function findProblems(): readonly string[] {
  const texts = checkLocales(join(root, app, 'locales'))
  return [...checkAppFiles(root, app), ...texts.map(({ file, key, message }) => `${file}: "${key}" ${message}`)]
}

const [english, portuguese, hindi] = ['locales/en_US.json', 'locales/pt_PT.json', 'locales/hi_IN.json']
const replaceIn = (search: string | RegExp, by: string) => (text: string) => text.replace(search, by)
const append = (code: string) => (text: string) => `${text}\n${code}\n`
/** A first text of its own in a language file. */
const addText = (text: string) => replaceIn('{', `{"extra": ${JSON.stringify(text)},`)

const addEnglish = replaceIn(
  /"rule": ".+"/,
  '"rule": "You get an extra 10% of what friends earn. We pay it: they keep all of theirs."',
)

type FileMistake = readonly [mistake: string, file: string, edit: (text: string) => string, sentence: string]
const inFiles: readonly FileMistake[] = [
  ['a Spanish text in the Portuguese file', portuguese, addText('Vende hoy y cobra'), 'this is Spanish'],
  ['markup in a text', english, addText('<b>now</b>'), 'holds markup'],
  [
    'a tab label that is too long',
    hindi,
    replaceIn(/("tabs": \{\s*"team": ")/, `$1${'टीम'.repeat(9)}`),
    'the label of a tab has 12',
  ],
  ['the same key twice', english, replaceIn('{', '{"tabs": {"a": "b"},'), '"tabs" is there twice'],
  ['merge markers in a language file', english, append('<<<<<<< HEAD'), 'is no JSON object'],
  ['a comma too much', english, replaceIn('{', '{,'), 'is no JSON object'],
  ['a placeholder in another case', hindi, replaceIn(/\{\{(\w)/, '{{X$1'), 'which English has not'],
  ['a text that no source uses', english, addText('Unused'), 'no source uses "extra"'],
  ['a misspelt title', 'remote.json', replaceIn('"titles.', '"titels.'), 'no text "titels.'],
  ['lint switched off for a file', 'src/routes.tsx', append('/* oxlint-disable */ debugger'), 'name one rule'],
  ['a key of a service', 'src/routes.tsx', append("const key = 'AKIAIOSFODNN7EXAMPLE'"), 'looks like a secret'],
  ['a password in a source', 'src/routes.tsx', append("const password = 'hunter2hunter2'"), 'looks like a secret'],
  ['a private key in a text', english, addText('-----BEGIN RSA PRIVATE KEY-----'), 'looks like a secret'],
  ['a colour of the light theme', 'src/new.module.css', () => '.a { color: #333; }', 'is a colour of one theme'],
  ['no focus to see', 'src/new.module.css', () => '.a { outline: none; }', 'hides the focus'],
  ['wider than a phone', 'src/new.module.css', () => '.a { min-width: 900px; }', 'does not fit a phone'],
  ['styles for the whole page', 'src/new.css', () => '.a { margin: 0; }', 'its classes hold for the whole page'],
  ['position: fixed', 'src/new.module.css', () => '.a { position: fixed; }', 'covers the tab bar and dialogs'],
  ['a token in a test', 'src/remote.test.tsx', append(`const key = 'ghp_${'a1'.repeat(18)}'`), 'looks like a secret'],
  ['an English text in the Hindi file', hindi, addEnglish, 'is the English text'],
  ['another React', 'package.json', replaceIn(/"react": "[^"]+"/, '"react": "^18.0.0"'), 'react is "^18.0.0"'],
  ['a renamed package', 'package.json', replaceIn('"remote-team"', '"remote-crew"'), 'the name is "remote-crew"'],
]

describe('files', () => {
  it('have no problem as they are', () => expect(findProblems()).toEqual([]))

  it.each(inFiles)('%s is refused', (_, file, edit, sentence) => {
    const path = join(root, app, file)
    const before = file.startsWith('src/new.') ? undefined : readFileSync(path, 'utf8')
    writeFileSync(path, edit(before ?? ''))
    const found = findProblems().join('\n')
    if (before === undefined) rmSync(path)
    else writeFileSync(path, before)
    expect(found).toContain(sentence)
  })
})

type Layer = 'lint' | 'types' | 'tests' | 'build' | 'gate' | 'smoke test' | 'publish' | 'page'
type ProvenMistake = readonly [mistake: string, layer: Layer, sentence: string, proof: string]
const [lint, addressTypes, gate, visit, changes, compared] = [
  'tools/checks/src/lint/rules.test.ts',
  'shared/remote/src/addresses.types-test.tsx',
  'release/tests/mistaken-releases.ts',
  'release/src/visit/check-leaves-nothing.ts',
  'release/src/operations/check-change.test.ts',
  'release/src/operations/compare-with-live.test.ts',
] as const
const proven: readonly ProvenMistake[] = [
  ['a hook after an early return', 'lint', 'called conditionally', lint],
  ['console.log(person)', 'lint', 'Unexpected console statement', lint],
  ['it.only', 'tests', 'allowOnly: false', 'tools/checks/src/vitest.ts'],
  ['it.skip', 'lint', 'it.skip keeps tests from running', lint],
  ['as any', 'lint', 'typescript/no-explicit-any', '.oxlintrc.json'],
  ['Number(x) / 100', 'lint', 'nothing is divided by 100', lint],
  ['toLocaleDateString()', 'lint', '.toLocaleDateString is not for people', lint],
  ['a phone number in the query of a link', 'lint', 'pass what is personal as state', lint],
  ['a dead link', 'types', 'no such screen', addressTypes],
  ['a misspelt title in routes.tsx', 'types', 'no such text', addressTypes],
  ['a subscription that never ends', 'lint', 'It never ends', lint],
  ['process.env', 'lint', 'A browser has no environment', lint],
  ['node:fs', 'lint', 'A browser has no modules of Node', lint],
  ['a picture of another host', 'lint', 'blocks other hosts', lint],
  ['an English aria-label, a literal text', 'lint', 'aria-label="Close it"', lint],
  ['a key that is new at each draw', 'lint', 'new at each draw', lint],
  ['<div onClick>, <img> without alt', 'lint', '"jsx-a11y"', '.oxlintrc.json'],
  ['TODO', 'lint', 'no-warning-comments', '.oxlintrc.json'],
  ['a promise that is not awaited', 'lint', 'Promises must be awaited', lint],
  ['a file name in another case', 'types', 'forceConsistentCasingInFileNames', 'tsconfig.json'],
  ['a page in routes.tsx only', 'build', 'readWrittenRoutes', 'tools/preset/src/material/routes.ts'],
  ['reads that the contract refuses', 'build', 'the call does not take fw', 'tools/preset/src/material/reads.test.ts'],
  ['an address that differs in case', 'gate', "routes('/Login')", gate],
  ['six tabs, two tabs of one order', 'gate', "'tabs-fit'", changes],
  ['a lower version, also staged', 'gate', "'version-older'", changes],
  ['a staged release that lost an address', 'gate', "'routes-kept'", changes],
  ['a crash in one language', 'smoke test', 'isOfMode', visit],
  ['the input of a call is new at each draw', 'smoke test', 'times in 30 s', visit],
  ['English changed alone', 'publish', 'English changed and no other language did', compared],
  ['a deleted test', 'publish', 'Tests were deleted since the live release', compared],
  ['files that are in no commit', 'publish', 'The working tree has changes', compared],
  ['an old checkout', 'publish', '[commit-older\\]', compared],
  ['a call that the service lacks', 'publish', 'calls-served', 'release/src/operations/check-calls.test.ts'],
  ['no --why', 'publish', 'publish needs a reason', 'release/src/cli/commands/publish.ts'],
  ['DATA_DIR forgotten', 'publish', 'The store is ', 'release/src/cli/main.ts'],
  ['reads that no screen sends', 'smoke test', 'it never sends', visit],
  ['amounts summed as numbers', 'lint', 'count and compare it with BigInt', lint],
  ['amounts compared as texts', 'lint', 'count and compare it with BigInt', lint],
  ['an English placeholder', 'lint', 'placeholder', '.oxlintrc.json'],
  ['zero drawn by `count && <X/>`', 'lint', 'It draws 0', lint],
  ['the list of an answer sorted in place', 'lint', 'use .toSorted()', lint],
  ['an empty catch', 'lint', 'Unexpected empty block', lint],
  ['map without a return', 'lint', 'without returning', lint],
  ['a component defined in a component', 'lint', 'Do not define components during render', lint],
  ['a timer that never ends', 'smoke test', 'it left behind', visit],
  ['a listener of the window that stays', 'smoke test', 'it left behind', visit],
  ['an effect that draws for ever', 'lint', 'exhaustive-deps', '.oxlintrc.json'],
  ['a field without a label', 'lint', 'This field has no name', lint],
  ['a test that expects nothing', 'lint', 'It expects nothing', lint],
  ['a picture of 3 MB', 'gate', 'images, fonts and films', 'release/src/gate/rules/files.ts'],
  ['await in forEach', 'lint', 'Promise returned', lint],
  ['the address of another remote', 'gate', 'the address belongs to', 'release/src/gate/rules/routes.ts'],
]

describe('elsewhere', () => {
  it.each(proven)('%s: %s', (_mistake, _layer, sentence, proof) =>
    expect(readFileSync(join(repositoryRoot, proof), 'utf8')).toContain(sentence),
  )
})

/** No layer sees these before people do; each has its reason. */
const unnoticed: Readonly<Record<string, string>> = {
  'an amount that is shown without Amount': 'it is a text like any other; it is right, and only written plainly',
  'one call in each row of a list': 'lists of the smoke test have one row; the limit of a remote stops a flood',
  'send in a click, without useSubmit': 'the service stores the answer of a key: a second tap changes nothing twice',
  'a short text of a sister language': 'a text may be the same in both: "Vender Ad Coin"',
}

it('at most eight stay unnoticed', () => expect(Object.keys(unnoticed).length).toBeLessThanOrEqual(8))
