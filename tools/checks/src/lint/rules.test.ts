import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../repository.ts'

const storage = 'Use defineDraft of @adcoin/remote/pages'
const hosts = 'Ask the service with the calls of @adcoin/http'
const leaving = 'Go to screens with useNavigate or Link of @adcoin/router'
const drawing = 'Draw with React below your own area'
const markup = 'Trusted Types forbid it'
const upward = 'api/src/accounts/ is above api/src/ledger/'
const joining = 'use joined() of @adcoin/i18n/formats'
const fieldState = 'keep the typed text in state that begins with it'
const page = (code: string) => `export function Page() {\n  ${code}\n}`

type MistakeTable = readonly (readonly [code: string, sentence: string])[]

/** Careless code by the folder that it is in, each with the sentence that the check prints. */
const refused: Readonly<Record<string, MistakeTable>> = {
  'remote-careless/src': [
    ["localStorage.setItem('token', '1')", storage],
    ["window.localStorage.getItem('token')", storage],
    ['sessionStorage.clear()', storage],
    ["indexedDB.open('mine')", storage],
    ["document.cookie = 'a=b'", storage],
    ["void caches.open('mine')", storage],
    ["void fetch('/app/launch')", hosts],
    ["void window.fetch('https://example.com')", hosts],
    ["void globalThis.fetch('https://example.com')", hosts],
    ['new XMLHttpRequest()', hosts],
    ["new WebSocket('wss://example.com')", hosts],
    ["new EventSource('/app/news')", hosts],
    ["navigator.sendBeacon('/seen')", hosts],
    ["void navigator.serviceWorker.register('/sw.js')", hosts],
    ["new Worker('/work.js')", hosts],
    ["location.href = '/money'", leaving],
    ["window.location.assign('/money')", leaving],
    ["document.location = '/money'", leaving],
    ['history.back()', leaving],
    ["window.open('https://example.com')", leaving],
    ["open('/money', '_self')", leaving],
    ["document.write('<p>')", drawing],
    ['document.open()', drawing],
    ["document.title = 'Mine'", 'The shell writes the title'],
    ["eval('1')", 'eval'],
    ["new Function('return 1')()", 'Function'],
    ["setTimeout('go()', 1)", 'Implied eval'],
    ["export const link = 'javascript:go()'", 'javascript:'],
    ["trustedTypes.createPolicy('mine', {})", 'Write the code itself'],
    ["document.body.innerHTML = '<p>'", markup],
    ["export const Note = () => <p dangerouslySetInnerHTML={{ __html: '<b>' }} />", 'dangerouslySetInnerHTML'],
    ["export { Card } from 'remote-good'", 'A remote uses shared packages alone'],
    ["import type {} from 'shell'", 'A remote uses shared packages alone'],
    ["export { computeReleaseId } from '@adcoin/checks/source-hash'", 'A remote uses shared packages alone'],
    ["export { anything } from '../../shared/ui/src/index.ts'", 'leaves remote-careless'],
    ["export { default as axios } from 'axios'", 'of @adcoin/http'],
    ["export const load = () => import('rxjs')", 'of @adcoin/events'],
    ["export { Link } from 'react-router-dom'", 'Use @adcoin/router'],
    ["export { encode } from 'uqr'", 'Name uqr in remote-careless/package.json'],
    ["export { createSessionWriter } from '@adcoin/session'", 'only the shell writes the session'],
    ["import { saveDraft as keep } from '@adcoin/session'\nkeep()", 'Use defineDraft'],
    ["export { queryClient } from '@adcoin/http'", "the whole cache is the shell's"],
    ["export const help = (t: (key: string) => string) => `${t('rule')} ${t('more')}`", joining],
    ["export const Note = ({ t }: { t: (key: string) => string }) => <p>{t('one')} {t('two')}</p>", joining],
    ['export const Note = () => <p>Hello</p>', 'literal'],
    [
      page(
        "const [query] = useSearchParams()\n  const id = query.get('id') ?? ''\n  return <SearchField value={id} />",
      ),
      fieldState,
    ],
    [page("const query = useSearchParams()[0]\n  return <input value={query.get('id')} />"), fieldState],
    ["console.log('person')", 'Unexpected console statement'],
    ['export const key = process.env.KEY', 'A browser has no environment'],
    ["export { readFileSync } from 'node:fs'", 'A browser has no modules of Node'],
    ['export const share = (x: string) => Number(x) / 100', 'nothing is divided by 100'],
    ['export const day = (at: Date) => at.toLocaleDateString()', '.toLocaleDateString is not for people'],
    ['export const sum = (x: number) => x.toFixed(2)', '.toFixed is not for people'],
    [page('if (!ok) return null\n  return useState()'), 'called conditionally'],
    ['export const Close = () => <button type="button" aria-label="Close it" />', 'literal'],
    ['export const List = () => [1].map(() => <p key={Math.random()} />)', 'new at each draw'],
    ['export const Go = () => <a href="/team">{team}</a>', 'use `to`'],
    ['export const load = async () => 1\nload()', 'Promises must be awaited'],
    ['export const Go = () => <Link to={`/goods?phone=${phone}`} />', 'pass what is personal as state'],
    ['export const Logo = () => <img alt="" src="https://x.com/a.png" />', 'blocks other hosts'],
    ["bus.on('tasks.rewardPaid', f)", 'It never ends'],
    ["const scope = bus.scope('careless')\nscope.end()", 'It never ends'],
    ['export const sum = (row: Row) => Number(row.amount)', 'count and compare it with BigInt'],
    ["export const sum = (row: Row) => +row?.hold_amount + parseFloat(row.fee ?? '0')", 'An amount is a text'],
    ["export const isLarge = ({ amount }: Row) => amount > '900'", 'count and compare it with BigInt'],
    ['export const isMore = (a: Row, b: Row) => a.balance < b.balance', 'count and compare it with BigInt'],
    [page('return <div>{rows.length && <p>{one}</p>}</div>'), 'It draws 0'],
    ['export const order = (rows: string[]) => rows.sort()', 'use .toSorted()'],
    [page('const rows = props.rows.reverse()\n  return rows'), 'use .toReversed()'],
    ['try {\n  go()\n} catch {}', 'Unexpected empty block'],
    [
      'export const names = (rows: Row[]) => rows.map(row => {\n  if (row.title) return row.title\n})',
      'without returning',
    ],
    [page('const Note = () => <p>{one}</p>\n  return <Note />'), 'Do not define components during render'],
    ['export const Field = () => <input type="text" />', 'This field has no name'],
    ['export const go = (rows: string[]) => rows.forEach(async row => await load(row))', 'Promise returned'],
    ["emitterFor('wallet', events)", "emitterFor('careless', …) is the only emitter"],
    ['emitterFor(owner, events)', 'the only emitter'],
    ["emit('careless.gone', {})", 'Add careless.gone to "events.out"'],
    ["emit('tasks.rewardPaid', {})", 'Add tasks.rewardPaid to "events.out"'],
    ["bus.scope('careless', signal).stream('wallet.balanceChanged')", 'Add wallet.balanceChanged to "events.in"'],
    ["export const used = () => useEvent('wallet.balanceChanged', f)", 'to "events.in" of remote.json'],
    ['export function late() {\n  void 0\n}', 'late does not begin with a verb'],
    ['function kept() {\n  void 0\n}\nkept()', 'kept is not a verb'],
    // oxlint-disable-next-line adcoin/plain-words -- What the rule finds.
    ["export const text = 'the page says why'", '"says" → the exact verb'],
    ['// Asks an' + 'ew.\nexport const nothing = undefined', '"an' + 'ew" → again'],
    ['/** The list.\n * W' + 'ho reads it waits. */\nexport const nothing = undefined', 'name the subject'],
    ["import './own.ts'\nimport 'react'", 'Import packages before'],
    ['function readOne() {\n  void 0\n}\nexport const showAll = () => readOne()', 'Put showAll first'],
    ['// TODO: later\nexport const nothing = undefined', 'todo'],
    [`export function runSixtyOne() {\n${'  void 0\n'.repeat(59)}}`, 'too many lines'],
    ["// oxlint-disable-next-line no-console -- It was there.\nexport const one = '1'", 'Unused'],
  ],
  'shell/src/frame': [
    ["import type {} from 'remote-good'", 'knows remotes by name only'],
    ["export { host } from '../host.ts'", 'shell/src/host.ts is above shell/src/frame/'],
  ],
  'api/src/ledger/hooks': [['export const useCode = () => 1', 'useCode is not a hook']],
  'shell/page': [["export { Card } from '@adcoin/ui'", 'The page runs before']],
  'shared/ui/src': [["export { useSession } from '@adcoin/session'", 'ui draws']],
  'api/src/ledger': [
    ["export { nameOf } from '../accounts/name.ts'", upward],
    ["export * from '../start.ts'", 'api/src/start.ts is above'],
    ["import type { nameOf } from '../accounts/name.ts'\nexport type Upward = typeof nameOf", upward],
    ["export type Upward = typeof import('../accounts/name.ts').nameOf", upward],
    ["export const later = () => import('../accounts/name.ts')", upward],
    ["export { asked } from '../testing/asked.ts'", 'Sources import no test'],
  ],
  'shared/ui/src/utils': [['export const one = 1', 'A folder for everything has no owner']],
  'api/src/lost': [['export const nowhere = 1', 'has no layer']],
}

const passing: Readonly<Record<string, readonly string[]>> = {
  'remote-careless/src': [
    'export const width = window.innerWidth',
    'export const { languages } = navigator',
    "export const canvas = document.createElement('canvas')",
    'setTimeout(() => undefined, 9)',
    'export const readAt = (task: { history: unknown[]; location: string }) => [task.history, task.location]',
    'export function runFirst(fetch: () => void, open: boolean) {\n  if (open) fetch()\n}',
    "export const words = 'localStorage, window.open and fetch are only words here'",
    "import { Card } from '@adcoin/ui'\nimport { useSession } from '@adcoin/session'\nexport { Card, useSession }",
    page(
      'const [at] = useSearchParams()\n  const [typed] = useState(() => at.get("id"))\n  return <input value={typed} aria-label={typed} />',
    ),
    "import { Link } from '@adcoin/router'\nexport const Go = () => <Link to='/goods/1?size=2' />",
    "export const createDay = (at: Date) => at.toLocaleDateString('sv-SE')",
    "const emit = emitterFor('careless', events)\nemit('careless.done', {})",
    "export const end = bus.on('tasks.rewardPaid', f)\ninput.on('change', f)\nt('wallet.balanceChanged')",
    'export const sum = (row: { amount: string }) => BigInt(row.amount) > 9n ? row.amount : String(-BigInt(row.amount))',
    'export const showRows = (rows: string[]) => [...rows].sort().concat(rows.toSorted())',
    'export const Field = () => <label>{one}<input type="text" /></label>',
    page('return <div>{rows.length > 0 && <p>{one}</p>}</div>'),
    "export const showRight = (t: (key: string) => string) => `${t('rule')}: ${t('more')}`",
    `export function runSixty() {\n${'  void 0\n'.repeat(58)}}`,
  ],
  'shell/src/frame': ["export { createSessionWriter } from '@adcoin/session'\nexport { text } from '../texts.ts'"],
  'api/src/accounts': ["export { entryOf } from '../ledger/entry.ts'\nexport { phone } from './phone.ts'"],
}

const root = mkdtempSync(join(tmpdir(), 'adcoin-rules-'))
const found = new Map<string, string>()

beforeAll(async () => {
  copyFileSync(join(repositoryRoot, '.oxlintrc.json'), join(root, '.oxlintrc.json'))
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'))
  for (const [folder, list] of Object.entries(refused))
    for (const [at, [code]] of list.entries()) write(`${folder}/refused-${at}.tsx`, code)
  for (const [folder, list] of Object.entries(passing))
    for (const [at, code] of list.entries()) write(`${folder}/passing-${at}.tsx`, code)
  const dependencies = { '@adcoin/http': '*', '@adcoin/router': '*', '@adcoin/session': '*', '@adcoin/ui': '*' }
  for (const folder of ['.', ...Object.keys(refused)])
    write(`${folder.replace(/\/src.*/, '')}/package.json`, JSON.stringify({ dependencies }))
  write('tools/preset/platform.json', '{"names":{}}')
  write('remote-good/remote.json', '{"routes":[]}')
  write(
    'remote-careless/remote.json',
    '{"routes":[{"path":"/goods/:id"},{"path":"/goods"}],"events":{"out":["careless.done@1"],"in":["tasks.rewardPaid@1"]}}',
  )
  write('api/src/accounts/one.ts', "import type { Two } from './two.ts'\nexport type One = Two")
  write('api/src/accounts/two.ts', "import type { One } from './one.ts'\nexport type Two = One")
  write('remote-careless/src/page.test.ts', "document.querySelector('.ac-block .ac-amt')")
  write('e2e/pages/page.ts', 'export const showRows = (name: string) => `.ac-list > ${name}`')
  write('remote-careless/src/long.test.ts', `it.each([1])('${'a'.repeat(91)}', () => undefined)`)
  write('remote-careless/src/short.test.ts', `it('${'a'.repeat(90)}', () => expect('ac-amt'))`)
  write('remote-careless/src/off.test.ts', "it.skip('one', () => expect(1))\ntest.skip(true, 'here')")
  write('remote-careless/src/empty.test.ts', "it('one', () => undefined)")
  write('remote-careless/src/storage.test.ts', "localStorage.clear()\nexport * from '@adcoin/testing'")
  for (const { filename, message, help } of await findingsIn(root))
    found.set(filename, `${found.get(filename) ?? ''}${message} ${help ?? ''}\n`)
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, code: string): void {
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), `${code}\n`)
}

type Finding = { readonly filename: string; readonly message: string; readonly help?: string }

/** The report of oxlint, as `npm run check:lint` starts it. */
function findingsIn(folder: string): Promise<readonly Finding[]> {
  const oxlint = join(repositoryRoot, 'node_modules/oxlint/bin/oxlint')
  return new Promise((done, failed) => {
    execFile(process.execPath, [oxlint, '--format', 'json', '.'], { cwd: folder }, (_, output, problem) => {
      try {
        done((JSON.parse(output) as { diagnostics: readonly Finding[] }).diagnostics)
      } catch {
        failed(new Error(`oxlint answered: ${output}${problem}`))
      }
    })
  })
}

describe.each(Object.entries(refused))('in %s', (folder, list) => {
  it.each(list.map(([code, sentence], at) => ({ code, sentence, at })))('$code is refused', ({ sentence, at }) =>
    expect(found.get(`${folder}/refused-${at}.tsx`) ?? '').toContain(sentence),
  )
})

describe.each(Object.entries(passing))('in %s', (folder, list) => {
  it.each(list.map((code, at) => ({ code, at })))('$code passes', ({ at }) =>
    expect(found.get(`${folder}/passing-${at}.tsx`)).toBeUndefined(),
  )
})

it('files that import each other in a circle are refused, also by types alone', () =>
  expect(found.get('api/src/accounts/one.ts')).toContain('cycle'))

it('a test finds by role and name, not by class', () => {
  expect(found.get('remote-careless/src/page.test.ts')).toContain(
    '".ac-block" is a class: find the element by its role',
  )
  expect(found.get('e2e/pages/page.ts')).toContain('".ac-list" is a class')
})

it('a title has at most 90 letters', () => {
  expect(found.get('remote-careless/src/long.test.ts')).toContain('at most 90 letters; this one has 91')
  expect(found.get('remote-careless/src/short.test.ts')).toBeUndefined()
})

it('a test that is switched off is refused', () =>
  expect(found.get('remote-careless/src/off.test.ts')).toBe(
    'it.skip keeps tests from running: repair the test or remove it. \n',
  ))

it('a test without an expectation is refused', () =>
  expect(found.get('remote-careless/src/empty.test.ts')).toContain('It expects nothing'))

it('a test may use storage and the testing package', () =>
  expect(found.get('remote-careless/src/storage.test.ts')).toBeUndefined())
