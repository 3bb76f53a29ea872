import type { Live } from '@adcoin/contract'
import { blockOf, eachApp, folderOf } from './block.ts'
import { addLink } from './links.ts'
import type { Say } from './message.ts'
import { emptyRoot, renewRoot, rootBeforeShell } from './root.ts'
import { nextStart, type StartEffect, type StartEvent, type StartState } from './start-state.ts'

type Shell = Sheet & { readonly sheets: readonly Sheet[] }
type Sheet = { readonly href: string; readonly integrity: string }

/** The browser's own, but for tests. */
export type Browser = { readonly load: (file: string) => Promise<unknown>; readonly reload: () => void }

type Send = (event: StartEvent, phase?: string, reason?: unknown) => void

/**
 * Starts the live shell, and the previous one in the same page where it fails before its first render; `start-state.ts`
 * decides.
 */
export function startShell(say: Say, { load }: Browser): void {
  const shells = shellsInPage()
  let state: StartState = { status: 'starting', shells: shells.map(({ href }) => href) }
  const send: Send = (event, phase, reason) => {
    const [file = ''] = state.shells
    const [next, effects] = nextStart(state, event)
    state = next
    for (const effect of effects) run[effect](file, phase, reason)
  }
  const run: Record<StartEffect, typeof sendReport> = {
    report: sendReport,
    load: () => (renewRoot(), begin()),
    message: () => say('alert'),
  }
  const begin = () => {
    const shell = shells.find(({ href }) => href === state.shells[0])
    if (!shell) return
    dress(shell)
    bring(shell, load, () => shells.slice(1).forEach(next => preloaded(next).catch(() => 0))).catch((why: unknown) => {
      if (state.shells[0] !== shell.href) return
      if (isMissing(why)) send('missing', 'entry', why)
      else send('threw', 'evaluate', why)
    })
  }
  begin()
  watchStart(() => state, send)
  setTimeout(() => emptyRoot() && say('status'), 10_000)
}

/** The live shell as the page names it, and the previous one, whose scripts the import map has the hashes of. */
function shellsInPage(): readonly Shell[] {
  const linked = (selector: string): readonly Sheet[] =>
    [...document.querySelectorAll(selector)].map(link => ({
      href: link.getAttribute('href') || '',
      integrity: link.getAttribute('integrity') || '',
    }))
  const [entry = { href: '', integrity: '' }] = linked('link[rel=modulepreload]')
  const shells: Shell[] = [{ ...entry, sheets: linked('link[as=style][href*="/shell/"]') }]
  const { integrity: hashes = {} } = blockOf<{ integrity: Record<string, string> }>('[type=importmap]')
  eachApp(({ previous: [id = ''], versions }, app) => {
    const version = app === 'shell' && versions[id]
    const folder = folderOf(app, id)
    if (!version || !folder || !hashes[folder + version.entry]) return
    const sheets = version.styles.map(style => ({ href: folder + style, integrity: version.integrity[style] || '' }))
    shells.push({ href: folder + version.entry, integrity: hashes[folder + version.entry] || '', sheets })
  })
  return shells
}

/** Each browser names a file that cannot be had in its own words; the shell's own code throws anything else. */
const isMissing = (thrown: unknown) => /fetch|import/i.test(String(thrown))

/**
 * Evaluates a shell once its file has arrived. One that is missing or has other bytes is requested once more, past a
 * cache that would return them again, while the next shell is fetched beside it.
 */
function bring(shell: Shell, load: Browser['load'], prepareNext: () => void): Promise<unknown> {
  const evaluate = () => load(shell.href)
  return preloaded(shell)
    .then(evaluate)
    .catch((thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
      prepareNext()
      return refetch(shell).then(evaluate)
    })
}

/**
 * Resolves when the file has been downloaded. A second link shares the download of the page's own; if that has failed
 * before this script ran, `import()` throws the reason.
 */
function preloaded({ href, integrity }: Shell): Promise<unknown> {
  if (hasArrived(href)) return Promise.resolve()
  const link = addLink({ rel: 'modulepreload', href, integrity })
  return new Promise((done, failed) => {
    link.onload = done
    link.onerror = () => failed(TypeError('it could not be fetched'))
    if (!link.relList.supports?.(link.rel)) done(0)
  })
}

function hasArrived(file: string): boolean {
  return performance.getEntriesByName(new URL(file, location.origin).href).length > 0
}

/** Fetches a file whole and compares its hash. @throws TypeError for other bytes, or none */
function refetch({ href, integrity }: Sheet): Promise<unknown> {
  return fetch(href, { integrity, cache: 'reload' }).then(answer => answer.blob())
}

/** Puts the style sheets of one shell into the page, before all others, as the cascade needs them. */
function dress({ sheets }: Shell): void {
  document.querySelectorAll('link[rel=stylesheet]').forEach(sheet => sheet.remove())
  for (const sheet of sheets) {
    const link = addLink({ rel: 'stylesheet', ...sheet })
    link.onerror = () => {
      const second = addLink({ rel: 'stylesheet', ...sheet, href: '' })
      // The shell waits for each sheet of the page: a missing one leaves it.
      second.onerror = () => second.remove()
      link.replaceWith(second)
      const show = () => (second.href = sheet.href)
      refetch(sheet).then(show, show)
    }
  }
}

const [tickMs, silentMs, lateMs] = [250, 5_000, 60_000]

/**
 * Sends what the page shows of a start. Time counts only while the page is visible and its thread is free, and silence
 * only when every file that was asked for is there: neither a slow phone nor a slow network is the shell's fault.
 */
function watchStart(state: () => StartState, send: Send): void {
  let [last, silence, waited] = [performance.now(), 0, 0]
  new PerformanceObserver(() => {
    // What the shell waits for gives up first.
    silence = -500
    waited = 0
  }).observe({ type: 'resource' })
  const ticking = setInterval(() => {
    const passed = performance.now() - last
    last += passed
    const root = document.getElementById('root')
    if (root && !rootBeforeShell())
      if (root.querySelector('[data-failed]')) send('drewNothing', 'render', 'it could draw nothing')
      else send('drawn')
    const [file] = state().shells
    if (state().status !== 'starting' || !file) return clearInterval(ticking)
    if (document.hidden || passed > 2 * tickMs) return
    waited += passed
    if (hasArrived(file) && !isWaiting()) silence += passed
    if (silence >= silentMs) {
      silence = waited = 0
      send('silent', 'stall', 'it drew nothing')
    } else if (waited >= lateMs) {
      waited = 0
      send('late')
    }
  }, tickMs)
  addEventListener('error', ({ filename, message }) => {
    const [file] = state().shells
    if (file && (filename || '').includes(file.replace(/[^/]*$/, ''))) send('threw', 'evaluate', message)
  })
}

/** Whether a file is on its way that the page or the loader has asked for. */
function isWaiting(): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel$=preload],link[rel=stylesheet]')
  return [...links].some(link => !hasArrived(link.href))
}

function sendReport(file: string, phase?: string, why?: unknown): void {
  try {
    const [, , app, release] = file.split('/')
    const generation = blockOf<Live>('#live').number
    const body = JSON.stringify({ app, release, phase, reason: String(why).slice(0, 300), generation })
    const headers = { 'content-type': 'application/json' }
    const how = { method: 'POST', keepalive: true, credentials: 'omit', headers, body } as const
    fetch('/app/health/report', how).catch(() => 0)
  } catch {
    // A thrown value that cannot be read is not reported.
  }
}
