import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../repository.ts'

const storage = 'Use defineDraft of @adcoin/remote/pages'
const hosts = 'Ask the service with the calls of @adcoin/http'
const leaving = 'Go to screens with useNavigate or Link of @adcoin/router'
const drawing = 'Draw with React below your own area'

/** Careless uses of the browser in a remote, each with the sentence that the check prints. */
const refused: readonly (readonly [code: string, sentence: string])[] = [
  ["localStorage.setItem('token', '1')", storage],
  ["window.localStorage.getItem('token')", storage],
  ['sessionStorage.clear()', storage],
  ["indexedDB.open('mine')", storage],
  ["document.cookie = 'a=b'", storage],
  ["void caches.open('mine')", storage],
  ["void fetch('/app/launch')", hosts],
  ["void window.fetch('https://example.com')", hosts],
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
]

const passing = [
  'export const width = window.innerWidth',
  'export const { languages } = navigator',
  "export const canvas = document.createElement('canvas')",
  'setTimeout(() => undefined, 9)',
  'export const at = (task: { history: unknown[]; location: string }) => [task.history, task.location]',
  'export function first(fetch: () => void, open: boolean) {\n  if (open) fetch()\n}',
  "export const words = 'localStorage, window.open and fetch are only words here'",
]

const root = mkdtempSync(join(tmpdir(), 'adcoin-remote-rules-'))
const found = new Map<string, string>()

beforeAll(async () => {
  copyFileSync(join(repositoryRoot, '.oxlintrc.json'), join(root, '.oxlintrc.json'))
  const source = join(root, 'remote-careless', 'src')
  mkdirSync(source, { recursive: true })
  for (const [name, list] of [['refused', refused.map(([code]) => code)] as const, ['passing', passing] as const])
    for (const [index, code] of list.entries()) writeFileSync(join(source, `${name}-${index}.ts`), `${code}\n`)
  writeFileSync(join(source, 'storage.test.ts'), 'localStorage.clear()\n')
  for (const { filename, message, help } of await findingsIn(root)) {
    const name = basename(filename)
    found.set(name, `${found.get(name) ?? ''}${message} ${help ?? ''}\n`)
  }
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Finding = { readonly filename: string; readonly message: string; readonly help?: string }

/** The report of oxlint, as `npm run check -w remote-…` starts it. */
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

describe('a remote is refused by the check', () => {
  it.each(refused.map(([code, sentence], index) => ({ code, sentence, index })))('for $code', ({ sentence, index }) =>
    expect(found.get(`refused-${index}.ts`) ?? '').toContain(sentence),
  )
})

describe('a remote passes the check', () => {
  it.each(passing.map((code, index) => ({ code, index })))('with $code', ({ index }) =>
    expect(found.get(`passing-${index}.ts`)).toBeUndefined(),
  )

  it('with storage in a test', () => expect(found.get('storage.test.ts')).toBeUndefined())
})
