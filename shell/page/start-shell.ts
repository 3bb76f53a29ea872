import type { Live } from '@adcoin/contract'
import { readBlock, visitApps, findReleaseFolder } from './block.ts'
import { addLink } from './links.ts'
import type { ShowMessage } from './message.ts'
import { findEmptyRoot, renewRoot, findRootBeforeShell } from './root.ts'

type Shell = Sheet & { readonly sheets: readonly Sheet[] }
type Sheet = { readonly href: string; readonly integrity: string }

/** The browser's own, but for tests. */
export type Browser = { readonly load: (file: string) => Promise<unknown>; readonly reload: () => void }

/** Goes on from a shell that failed before its first render, and reports it. Of another shell it does nothing. */
type Fail = (shell: Shell, phase: string, reason: unknown) => void

/**
 * Starts the live shell, and the previous one in the same page where it fails before its first render: its file is
 * missing or has other bytes, it throws, it can draw nothing but its last error card, or nothing at all for 5 s.
 */
export function startShell(showMessage: ShowMessage, { load }: Browser): void {
  /** The first one is being started; none is left after the first render, or after the last one failed. */
  const shells = listShells()
  const startFirst = () => {
    const [shell, ...next] = shells
    if (!shell) return showMessage('alert')
    addStyles(shell)
    loadShell(shell, load, () => next.forEach(one => preloadFile(one).catch(() => 0))).catch((why: unknown) =>
      fail(shell, isMissing(why) ? 'entry' : 'evaluate', why),
    )
  }
  const fail: Fail = (shell, phase, reason) => {
    if (shell !== shells[0]) return
    report(shell, phase, reason)
    shells.shift()
    if (shells[0]) renewRoot()
    startFirst()
  }
  startFirst()
  watchStart(shells, fail, showMessage)
}

/** The live shell as the page names it, and the previous one, whose scripts the import map has the hashes of. */
function listShells(): Shell[] {
  const readLinks = (selector: string): readonly Sheet[] =>
    [...document.querySelectorAll(selector)].map(link => ({
      href: link.getAttribute('href') || '',
      integrity: link.getAttribute('integrity') || '',
    }))
  const [entry = { href: '', integrity: '' }] = readLinks('link[rel=modulepreload]')
  const shells: Shell[] = [{ ...entry, sheets: readLinks('link[as=style][href*="/shell/"]') }]
  const { integrity: hashes = {} } = readBlock<{ integrity: Record<string, string> }>('[type=importmap]')
  visitApps(({ previous: [id = ''], versions }, app) => {
    const version = app === 'shell' && versions[id]
    const folder = findReleaseFolder(app, id)
    const integrity = version && hashes[folder + version.entry]
    if (!folder || !integrity) return
    const sheets = version.styles.map(style => ({ href: folder + style, integrity: version.integrity[style] || '' }))
    shells.push({ href: folder + version.entry, integrity, sheets })
  })
  return shells
}

/** Each browser names a file that cannot be had in its own words; the shell's own code throws anything else. */
const isMissing = (thrown: unknown) => /fetch|import/i.test(String(thrown))

/**
 * Evaluates a shell once its file has arrived. A missing or wrong file is requested once more, past a cache that would
 * return it again, while the next shell is fetched beside it.
 */
function loadShell(shell: Shell, load: Browser['load'], prepareNext: () => void): Promise<unknown> {
  const evaluate = () => load(shell.href)
  return preloadFile(shell)
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
function preloadFile({ href, integrity }: Shell): Promise<unknown> {
  if (hasArrived(href)) return Promise.resolve()
  const link = addLink({ rel: 'modulepreload', href, integrity })
  return new Promise((done, failed) => {
    link.onload = done
    link.onerror = () => failed(TypeError('it could not be fetched'))
    if (!link.relList.supports?.(link.rel)) done(0)
  })
}

const hasArrived = (file: string) => performance.getEntriesByName(new URL(file, location.origin).href).length > 0

/** Fetches a file whole and compares its hash. @throws TypeError for other bytes, or none */
function refetch({ href, integrity }: Sheet): Promise<unknown> {
  return fetch(href, { integrity, cache: 'reload' }).then(answer => answer.blob())
}

/** Puts the style sheets of one shell into the page, before all others, as the cascade needs them. */
function addStyles({ sheets }: Shell): void {
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
 * Watches the first of the shells until it has drawn. Time counts only while the page is visible and its thread is
 * free, and silence only when every file that was asked for is there: neither a slow phone nor a slow network is the
 * shell's fault. After a minute without a file the message reports that; the file may still arrive.
 */
function watchStart(shells: Shell[], fail: Fail, say: ShowMessage): void {
  let [last, silence, waited] = [performance.now(), 0, 0]
  new PerformanceObserver(() => {
    // What the shell waits for gives up first.
    silence = -500
    waited = 0
  }).observe({ type: 'resource' })
  setTimeout(() => findEmptyRoot() && say('status'), 10_000)
  const ticking = setInterval(() => {
    const passed = performance.now() - last
    last += passed
    const root = document.getElementById('root')
    if (root && !findRootBeforeShell())
      if (shells[0] && root.querySelector('[data-failed]')) fail(shells[0], 'render', 'it could draw nothing')
      else shells.length = 0
    const [shell] = shells
    if (!shell) return clearInterval(ticking)
    if (document.hidden || passed > 2 * tickMs) return
    waited += passed
    if (hasArrived(shell.href) && !isWaiting()) silence += passed
    if (silence >= silentMs) {
      silence = waited = 0
      fail(shell, 'stall', 'it drew nothing')
    } else if (waited >= lateMs) {
      waited = 0
      say('alert')
    }
  }, tickMs)
  addEventListener('error', ({ filename, message }) => {
    const [shell] = shells
    if (shell && (filename || '').includes(shell.href.replace(/[^/]*$/, ''))) fail(shell, 'evaluate', message)
  })
}

/** Whether a file is on its way that the page or the loader has asked for. */
function isWaiting(): boolean {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel$=preload],link[rel=stylesheet]')
  return [...links].some(link => !hasArrived(link.href))
}

function report({ href }: Shell, phase: string, why: unknown): void {
  try {
    const [, , app, release] = href.split('/')
    const generation = readBlock<Live>('#live').number
    const body = JSON.stringify({ app, release, phase, reason: String(why).slice(0, 300), generation })
    const headers = { 'content-type': 'application/json' }
    fetch('/app/health/report', { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(() => 0)
  } catch {
    // A thrown value that cannot be read is not reported.
  }
}
