type Leftover = { readonly what: string; readonly isSame: (other: unknown[]) => boolean; readonly end: () => void }

export type Leftovers = {
  /** Ends what a release began and did not end itself. @returns what it was, for the report */
  end: (release: string) => readonly string[]
  /** Gives the browser's own functions back. */
  stop: () => void
}

const releasePattern = /\/releases\/(remote-[a-z][a-z0-9-]{1,30}\/[^/\s]+)\//

/** The release whose code is running, `remote-wallet/1.0.0-0a1b2c3d4e5f`; undefined where only the shell's or the browser's is. */
export function releaseInStack(): string | undefined {
  return releasePattern.exec(new Error().stack ?? '')?.[1]
}

/**
 * Knows the intervals and the listeners on window and document that remotes began, by the stack of the call. They run on when a screen
 * is gone, or a whole release. Only these few functions are looked at: timeouts end by themselves, and elements go with their screen.
 */
export function createLeftovers(): Leftovers {
  const kept = new Map<string, Leftover[]>()
  const begin = (what: string, isSame: Leftover['isSame'], end: () => void) => {
    const release = releaseInStack()
    if (release) kept.set(release, [...(kept.get(release) ?? []), { what, isSame, end }])
  }
  const forget = (...key: unknown[]) => {
    for (const [release, list] of kept)
      kept.set(
        release,
        list.filter(each => !each.isSame(key)),
      )
  }

  const undo = [
    ...[window, document].map(target => watchListeners(target, begin, forget)),
    watchIntervals(begin, forget),
  ]
  return {
    end(release) {
      const list = kept.get(release) ?? []
      kept.delete(release)
      for (const each of list) each.end()
      return list.map(({ what }) => what)
    },
    stop: () => {
      for (const step of undo) step()
    },
  }
}

type Begin = (what: string, isSame: Leftover['isSame'], end: () => void) => void
type Forget = (...key: unknown[]) => void

function watchIntervals(begin: Begin, forget: Forget): () => void {
  const { setInterval: every, clearInterval: end } = window
  window.setInterval = ((...given: Parameters<typeof every>) => {
    const id = every(...given)
    begin(
      'interval',
      ([other]) => other === id,
      () => end(id),
    )
    return id
  }) as typeof every
  window.clearInterval = id => {
    forget(id)
    end(id)
  }
  return () => Object.assign(window, { setInterval: every, clearInterval: end })
}

function watchListeners(target: Window | Document, begin: Begin, forget: Forget): () => void {
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    add.call(target, type, listener, options)
    const isCapture = captures(options)
    begin(
      `${type} listener`,
      ([where, what, whom, how]) => where === target && what === type && whom === listener && how === isCapture,
      () => remove.call(target, type, listener, isCapture),
    )
    if (typeof options === 'object')
      options.signal?.addEventListener('abort', () => forget(target, type, listener, isCapture))
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
