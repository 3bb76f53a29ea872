// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveVersion } from '@adcoin/contract'
import { listFiles, loadFile, refetch, type RequiredFile } from './files.ts'
import { importScript } from './import-script.ts'
import { watchStall } from './stall-watch.ts'

const [app, release] = ['remote-team', '1.0.0-00000010']
const folder = `/releases/${app}/${release}`
const hash = 'sha256-of-it'
// Read as `import-script.ts` is evaluated, before any remote.
vi.hoisted(() => {
  const named = Array.from({ length: 30 }, (_, at) => `/releases/remote-team/1.0.0-00000010/file-${at}.js`)
  const integrity = Object.fromEntries(named.map(url => [url, 'sha256-of-map']))
  document.head.innerHTML = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
})
let times = 0
let entries: readonly { responseStatus: number }[]
let answer: (url: string) => Response | Promise<Response>
const requests: [url: string, how: RequestInit | undefined][] = []

beforeEach(() => {
  requests.length = 0
  answer = () => new Response('published')
  vi.stubGlobal('fetch', async (url: string, how?: RequestInit) => {
    requests.push([url, how])
    return answer(url)
  })
  entries = []
  // jsdom has none.
  Object.assign(performance, { getEntriesByName: () => entries })
  document.head.innerHTML = ''
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A file that no test before has brought. The import map names it; not with `folder/other`. */
function file(more: Partial<RequiredFile> = {}, name = 'file'): RequiredFile {
  return { url: `${folder}/${name}-${times++}.js`, phase: 'entry', integrity: hash, ...more }
}
const watch = (withinMs = 5_000) => watchStall({ signal: new AbortController().signal, withinMs })
/** Fires the browser's event of the element that is in the page now. */
async function settle(type: 'load' | 'error'): Promise<HTMLElement> {
  const script = await vi.waitFor(() => document.querySelector('script') ?? expect.fail())
  script.dispatchEvent(new Event(type))
  return script
}

test('a path needs the entry, the style sheets, its own scripts and the texts of the language', () => {
  const version: LiveVersion = {
    ...{ entry: 'entry.js', styles: ['a.css'], locales: { en_US: 'en.json' }, groups: {} },
    preload: { '/team/:id': ['file-0.js'], '/team': ['list.js'] },
    integrity: { 'a.css': hash },
  }
  const files = listFiles({ app, release, pathname: '/team/7', language: 'en_US' }, version)
  expect(files.map(({ url, phase, integrity }) => [url, phase, integrity])).toEqual([
    [`${folder}/entry.js`, 'entry', undefined],
    [`${folder}/a.css`, 'style', hash],
    [`${folder}/file-0.js`, 'preload', 'sha256-of-map'],
    [`${folder}/en.json`, 'locale', undefined],
  ])
})

describe('a file', () => {
  test('is brought once, and not at all where the page has brought it', async () => {
    const wanted = file()
    await loadFile(wanted, watch())
    await loadFile(wanted, watch())
    entries = [{ responseStatus: 200 }]
    await loadFile(file(), watch())
    // With other credentials Firefox would bring it again for the import.
    expect(requests).toMatchObject([[wanted.url, { credentials: 'same-origin', redirect: 'error' }]])
  })

  test.each([
    ['answers 404', () => new Response('', { status: 404 }), /404/],
    ['does not come', () => Promise.reject(new TypeError('Failed to fetch')), /did not arrive/],
    ['never ends', () => new Response('x'.repeat(3_000_000)), /larger than/],
  ])('that %s fails in its own phase', async (_, given, reason) => {
    answer = given
    const failure = expect.objectContaining({ phase: 'preload', message: expect.stringMatching(reason) })
    await expect(loadFile(file({ phase: 'preload' }), watch())).rejects.toEqual(failure)
  })

  test('without a hash is not asked for, unless it is a text, which the remote compares', async () => {
    const failure = expect.objectContaining({ phase: 'integrity' })
    await expect(loadFile(file({ integrity: undefined }), watch())).rejects.toEqual(failure)
    expect(requests).toEqual([])
    await loadFile(file({ integrity: undefined, phase: 'locale' }), watch())
    expect(requests).toHaveLength(1)
  })

  test('that the import map does not name is compared by a script element, once', async () => {
    const right = loadFile(file({}, 'other'), watch())
    expect(await settle('load')).toMatchObject({ type: 'module', integrity: hash })
    await right
    const other = file({}, 'other')
    const failure = expect.objectContaining({ phase: 'integrity' })
    const wrong = expect(loadFile(other, watch())).rejects.toEqual(failure)
    await settle('error')
    await wrong
    await expect(importScript(other.url, hash)).rejects.toEqual(failure)
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })

  test('with wrong bytes in a cache is asked for past it', () => {
    const wanted = file()
    refetch([wanted])
    expect(requests).toMatchObject([[wanted.url, { credentials: 'same-origin', cache: 'reload' }]])
  })
})
