import { addLink, fetchWhole, refetch } from './links.ts'
import { parsed, save, saved } from './browser-storage.ts'
import { isReleasePath, type PageBlock } from './page-block.ts'
import { emptyRoot, rootBeforeShell } from './root.ts'
import { firstStart, nextStart, unfinishedIn, withFailure } from './start-state.ts'
import type { Failures, StartEffect, StartEvent, StartState } from './start-state.ts'

type Shell = {
  readonly file: string
  readonly integrity: string
  readonly sheets: readonly (readonly [href: string, integrity: string])[]
}

/** The browser's own, but for tests. */
export type Browser = { readonly load: (file: string) => Promise<unknown>; readonly reload: () => void }

type Say = (role: 'alert' | 'status') => void
type Send = (event: StartEvent, phase?: string, reason?: unknown) => void

const failures = () => parsed<Failures>(saved('adcoin.shells')) as Failures
const count = (file: string) => save('adcoin.shells', JSON.stringify(withFailure(failures(), file, Date.now())))
/** Each tab has a note of its own, so that no tab blames a shell for the start of another one. */
const notes = 'adcoin.start.'

/**
 * Starts a shell, and the next one where it fails before its first render; `start-state.ts` decides. It listens at once,
 * so that an error of a release cannot leave the page blank.
 *
 * @returns loads the first shell
 */
export function shellStarter(block: PageBlock, say: Say, { load, reload }: Browser): () => void {
  const shells = shellsOf(block)
  const files = shells.map(shell => shell.file)
  const report = (file: string, phase: string, reason: unknown) => sendReport(file, phase, reason, block.generation)
  const failed = unfinishedStarts(files)
  for (const file of failed) {
    count(file)
    report(file, 'stall', 'it never drew')
  }
  const inTab = (file: string) => save('adcoin.start', file, 'sessionStorage')
  failed.push(saved('adcoin.start', 'sessionStorage'))
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // The new page must know which shell failed in this tab.
  const mayReload = inTab('-') && visit?.type !== 'reload'
  inTab('')
  let state = firstStart(files, failures(), failed, Date.now(), mayReload)

  const note = tabNote()
  const send: Send = (event, phase = '', reason) => {
    const [file = ''] = state.shells
    const [next, effects] = nextStart(state, event)
    state = next
    for (const effect of effects) run[effect](file, phase, reason)
  }
  const run: Record<StartEffect, (file: string, phase: string, reason: unknown) => unknown> = {
    mark: note.begin,
    unmark: note.end,
    count,
    report,
    load: () => begin(),
    reload: file => [note.end(), inTab(file), reload()],
    message: () => say('alert'),
    wait: () => watch(),
  }
  const watch = watchStart(() => state, send, say)
  const dress = dresser()
  const first = () => shells.find(shell => shell.file === state.shells[0])
  function begin(): void {
    const shell = first()
    if (!shell) return
    dress(shell)
    const sendOwn: Send = (...words) => state.shells[0] === shell.file && send(...words)
    const evaluate = () => {
      sendOwn(document.hidden ? 'arrivedHidden' : 'arrived')
      return load(shell.file)
    }
    bring(shell, shell === shells[0], evaluate).then(
      () => [sendOwn('evaluated'), watch()],
      (why: unknown) => (isMissing(why) ? sendOwn('missing', 'entry', why) : sendOwn('threw', 'evaluate', why)),
    )
  }
  return begin
}

/** The note of this tab: the shell that has arrived and drawn nothing, renewed while its code lets the page breathe. */
function tabNote() {
  const key = notes + Math.random()
  let renewal: ReturnType<typeof setInterval> | undefined
  const end = () => {
    clearInterval(renewal)
    save(key, '')
  }
  const begin = (file: string) => {
    end()
    const renew = () => save(key, `${file} ${Date.now()}`)
    renew()
    renewal = setInterval(renew, 250)
  }
  return { begin, end }
}

/** The shells whose start in some tab never ended. Their notes go. */
function unfinishedStarts(files: readonly string[]): string[] {
  try {
    const old = Object.keys(localStorage).filter(key => key.startsWith(notes) && unfinishedIn(saved(key), Date.now()))
    const found = old.map(key => unfinishedIn(saved(key), Date.now()) || '')
    old.forEach(key => save(key, ''))
    return [...new Set(found)].filter(file => files.includes(file))
  } catch {
    return []
  }
}

/** The live shell as the page names it, and the previous good one. */
function shellsOf(block: PageBlock): readonly Shell[] {
  const attribute = (link: Element | null, name: string) => link?.getAttribute(name) || ''
  const entry = document.querySelector('link[rel=modulepreload]')
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[as=style]')]
  const live: Shell = {
    file: attribute(entry, 'href'),
    integrity: attribute(entry, 'integrity'),
    sheets: sheets.map(link => [link.href, attribute(link, 'integrity')] as const),
  }
  const shells = [live]
  block.each(({ spare }, app) => {
    if (app !== 'shell' || !spare || !isReleasePath(spare.path)) return
    const at = (file: string) => [`${spare.path}/${file}`, spare.integrity[file] || ''] as const
    const [file, integrity] = at(spare.entry)
    if (integrity) shells.push({ file, integrity, sheets: spare.styles.map(at) })
  })
  return shells
}

/** Each browser names a file that cannot be had in its own words; the shell's own code throws anything else. */
const isMissing = (thrown: unknown) => /fetch|import/i.test(String(thrown))

/** Evaluates the shell once its file has arrived; a file that is missing or has other bytes is requested once more. */
function bring({ file, integrity }: Shell, isLive: boolean, evaluate: () => Promise<unknown>): Promise<unknown> {
  // The page's import map compares the bytes of the live shell only; the page's own link downloads it.
  const arrived = isLive ? preloaded(file, integrity) : fetchWhole(file, integrity)
  return arrived.then(evaluate).catch((thrown: unknown) => {
    if (isMissing(thrown)) return refetch(file, integrity).then(evaluate)
    throw thrown
  })
}

/**
 * Resolves when the file has been downloaded, or cannot be: `import()` then throws the reason. A second link shares the
 * download of the page's own, which may have failed before this script ran.
 */
function preloaded(href: string, integrity: string): Promise<unknown> {
  if (performance.getEntriesByName(location.origin + href)[0]) return Promise.resolve()
  const link = addLink({ rel: 'modulepreload', href, integrity })
  return new Promise(done => {
    link.onload = link.onerror = done
    if (!link.relList.supports?.(link.rel)) done(0)
  })
}

/** Puts the style sheets of one shell into the page, before all others, as the cascade needs them. */
function dresser(): (shell: Shell) => void {
  let dressed: Shell | undefined
  return shell => {
    if (dressed === shell) return
    dressed = shell
    document.querySelectorAll('link[rel=stylesheet]').forEach(sheet => sheet.remove())
    for (const [href, integrity] of shell.sheets) {
      const sheet = addLink({ rel: 'stylesheet', href, integrity })
      sheet.onerror = () => {
        const second = addLink({ rel: 'stylesheet', href: '', integrity })
        // The shell waits for each sheet of the page: a missing one leaves it.
        second.onerror = () => second.remove()
        sheet.replaceWith(second)
        const show = () => (second.href = href)
        refetch(href, integrity).then(show, show)
      }
    }
  }
}

/** Sends what the page shows of a start. @returns watches for silence from now on */
function watchStart(state: () => StartState, send: Send, say: Say): () => void {
  const drawing = setInterval(() => {
    const root = document.getElementById('root')
    if (!root || rootBeforeShell() || !state().shells[0]) return
    if (root.querySelector('[data-failed]')) return send('drewNothing', 'render', 'it could draw nothing')
    send('drawn')
    clearInterval(drawing)
  }, 250)
  let silence: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(silence)
    const { status, shells } = state()
    if (status === 'drawn') return arrivals.disconnect()
    // Evaluation that never ends does not report that the file has arrived.
    const isHere = status === 'running' || performance.getEntriesByName(location.origin + shells[0])[0]
    const event = isHere ? 'silent' : 'late'
    // A network of 50 kbit/s needs half a minute for the shell; code that has arrived draws within seconds.
    silence = setTimeout(
      () => send(document.hidden ? 'silentHidden' : event, 'stall', 'it drew nothing'),
      isHere ? 20_000 : 60_000,
    )
  }
  const arrivals = new PerformanceObserver(watch)
  arrivals.observe({ type: 'resource' })
  watch()
  setTimeout(() => emptyRoot() && say('status'), 10_000)
  addEventListener('error', ({ filename, message }) => {
    const [file] = state().shells
    if (file && (filename || '').includes(file.replace(/[^/]*$/, ''))) send('threw', 'evaluate', message)
  })
  addEventListener('pagehide', () => send('left'))
  addEventListener('visibilitychange', () => document.hidden && send('left'))
  return watch
}

function sendReport(file: string, phase: string, why: unknown, generation: number | undefined): void {
  try {
    const [, , app, release] = file.split('/')
    const body = JSON.stringify({ app, release, phase, reason: String(why).slice(0, 300), generation })
    const headers = { 'content-type': 'application/json' }
    const how = { method: 'POST', keepalive: true, credentials: 'omit', headers, body } as const
    fetch('/app/health/report', how).catch(() => 0)
  } catch {
    // A thrown value that cannot be read is not reported.
  }
}
