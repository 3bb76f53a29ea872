import { releaseInStack } from '../runtime-failures.ts'

type Leftover = { readonly what: string; readonly key: readonly unknown[]; readonly end: () => void }

export type Leftovers = {
  /**
   * Ends what a release began and did not end itself; from now on nothing of it is on screen.
   *
   * @returns what it was, for the report
   */
  end: (release: string) => readonly string[]
  /** Names added to window since the last call; no stack attributes them. */
  globals: () => readonly string[]
  /** Some release of this area will be on screen again: what it begins now is no leftover. */
  expect: (app: string) => void
  /** Gives the browser's own functions back. */
  stop: () => void
}

/**
 * Tracks intervals and page-wide listeners of remotes by the call stack: they outlive a screen, or a whole release.
 * Elements go with their screen. A timeout ends by itself, so it is reported only if a release starts one while none of
 * its screens is shown. New names on window are reported too.
 *
 * @param report  called when an unmounted release is still active
 */
export function createLeftovers(report: (what: string, release: string) => void): Leftovers {
  const kept = new Map<string, Leftover[]>()
  const gone = new Set<string>()
  const begin: Begin = (what, key, end) => {
    const release = releaseInStack()
    if (release) kept.set(release, [...(kept.get(release) ?? []), { what, key, end }])
  }
  const forget: Forget = (...key) => {
    for (const [release, list] of kept)
      kept.set(
        release,
        list.filter(each => each.key.some((part, index) => part !== key[index])),
      )
  }
  const undo = [
    ...[window, document, document.documentElement, document.body].map(target => watchListeners(target, begin, forget)),
    watchIntervals(begin, forget),
    watchTimeouts(gone, report),
  ]
  return {
    end(release) {
      gone.add(release)
      const list = kept.get(release) ?? []
      kept.delete(release)
      for (const each of list) each.end()
      return list.map(({ what }) => what)
    },
    globals: watchGlobals(),
    expect(app) {
      for (const release of gone) if (release.startsWith(`${app}/`)) gone.delete(release)
    },
    stop: () => {
      for (const step of undo) step()
    },
  }
}

type Begin = (what: string, key: readonly unknown[], end: () => void) => void
type Forget = (...key: unknown[]) => void

function watchIntervals(begin: Begin, forget: Forget): () => void {
  const { setInterval: every, clearInterval: end } = window
  window.setInterval = ((...given: Parameters<typeof every>) => {
    const id = every(...given)
    begin('interval', [id], () => end(id))
    return id
  }) as typeof every
  window.clearInterval = id => {
    forget(id)
    end(id)
  }
  return () => Object.assign(window, { setInterval: every, clearInterval: end })
}

/** While no release is gone, which is so during each start, this costs nothing. */
function watchTimeouts(gone: ReadonlySet<string>, report: (what: string, release: string) => void): () => void {
  const { setTimeout: later } = window
  window.setTimeout = ((...given: Parameters<typeof later>) => {
    const release = gone.size > 0 ? releaseInStack() : undefined
    if (release && gone.has(release)) report('it goes on after its screens: timeout', release)
    return later(...given)
  }) as typeof later
  return () => Object.assign(window, { setTimeout: later })
}

/** @returns the names on window that came since the last call, or since the guards began */
function watchGlobals(): () => readonly string[] {
  let known = new Set(Reflect.ownKeys(window))
  return () => {
    const before = known
    known = new Set(Reflect.ownKeys(window))
    return [...known].filter(name => !before.has(name)).map(name => `window.${String(name)}`)
  }
}

function watchListeners(target: EventTarget, begin: Begin, forget: Forget): () => void {
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    add.call(target, type, listener, options)
    const isCapture = captures(options)
    const key = [target, type, listener, isCapture]
    begin(`${type} listener`, key, () => remove.call(target, type, listener, isCapture))
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => forget(...key))
  }
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ) => {
    forget(target, type, listener, captures(options))
    remove.call(target, type, listener, options)
  }
  return () => {
    Reflect.deleteProperty(target, 'addEventListener')
    Reflect.deleteProperty(target, 'removeEventListener')
  }
}

function captures(options: boolean | EventListenerOptions | undefined): boolean {
  return options === true || (typeof options === 'object' && options.capture === true)
}
