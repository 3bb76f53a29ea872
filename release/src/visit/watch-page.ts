import { watchNatives } from './watch-natives.ts'

/** Runs in the page, where these functions are sent as they are: they use nothing from outside but one another. */
const sent = [watchNatives, watchPage, watchLeftovers, watchChanges, createMoves]

export type PageWatch = ReturnType<typeof watchPage>

/**
 * Notes what a release does to the page, from before its first code on: natives and shared style sheets that it
 * changes, what it does to the elements around the areas, and the intervals, page-wide listeners and names on window
 * that it leaves. Intervals and listeners are its own if the call stack has its files.
 */
function watchPage(app: string, folder: string) {
  const leftovers = watchLeftovers(() => (new Error().stack ?? '').includes(folder))
  const changedNatives = watchNatives()
  const changedPage = watchChanges()
  let names = new Set(Reflect.ownKeys(window))

  /** The changes since the last look. */
  const readChanges = (): readonly string[] => [
    ...leftovers.takeLate(),
    ...changedNatives().map(what => `it changed ${what}`),
    ...changedPage().map(what => `it changed the page: ${what}`),
  ]
  return {
    ...createMoves(app),
    readChanges,
    expect: leftovers.expect,
    /** None of its screens is shown any more: ends what it left, and gives that too. */
    leave(): readonly string[] {
      const before = names
      names = new Set(Reflect.ownKeys(window))
      const added = [...names].filter(name => !before.has(name)).map(name => `window.${String(name)}`)
      const left = [...leftovers.end(), ...added]
      return [...readChanges(), ...left.map(what => `it left behind: ${what}`)]
    },
  }
}

/** The script that begins the watch. @param folder  of the files of the release */
export function buildWatchScript(app: string, folder: string): string {
  return `{${sent.join('\n')};${watchPage.name}(${JSON.stringify(app)},${JSON.stringify(folder)})}`
}

/** Intervals, and listeners of the whole page. A timeout ends, unless it starts itself again. */
function watchLeftovers(isOwn: () => boolean) {
  type Leftover = { readonly what: string; readonly key: readonly unknown[]; readonly end: () => void }
  type Options = boolean | AddEventListenerOptions | undefined
  let left: Leftover[] = []
  const late: string[] = []
  let isGone = false
  const keep = (what: string, key: readonly unknown[], end: () => void) => {
    if (isOwn()) left.push({ what, key, end })
  }
  const forget = (...key: unknown[]) => {
    left = left.filter(each => each.key.some((part, at) => part !== key[at]))
  }
  const { setTimeout: later, setInterval: every, clearInterval: stop } = window
  Object.assign(window, {
    setTimeout(...given: Parameters<typeof later>) {
      if (isGone && isOwn()) late.push('it still runs after its screens: timeout')
      return later(...given)
    },
    setInterval(...given: Parameters<typeof every>) {
      const id = every(...given)
      keep('interval', [id], () => stop(id))
      return id
    },
    clearInterval(id?: number) {
      forget(id)
      stop(id)
    },
  })
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  const isCapture = (options: Options) => options === true || (typeof options === 'object' && options.capture === true)
  for (const target of [window, document, document.documentElement, document.body])
    Object.assign(target, {
      addEventListener(type: string, listener: EventListener, options: Options) {
        add.call(target, type, listener, options)
        const key = [target, type, listener, isCapture(options)]
        keep(`${type} listener`, key, () => remove.call(target, type, listener, isCapture(options)))
        if (typeof options === 'object') options.signal?.addEventListener('abort', () => forget(...key))
      },
      removeEventListener(type: string, listener: EventListener, options: Options) {
        forget(target, type, listener, isCapture(options))
        remove.call(target, type, listener, options)
      },
    })
  return {
    expect: () => void (isGone = false),
    takeLate: () => late.splice(0),
    end(): readonly string[] {
      isGone = true
      const ended = left
      left = []
      for (const { end } of ended) end()
      return ended.map(({ what }) => what)
    },
  }
}

/** @returns lists what changed since its last call in the elements around the areas and in the shared style sheets */
function watchChanges(): () => readonly string[] {
  const { documentElement: html, head, body } = document
  const root = document.getElementById('root') ?? body
  const around = [html, head, body, root]
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')]
  // The shell itself changes `lang` and its own `data-` attributes there.
  const kept = ['inert', 'hidden', 'style', 'class', 'dir', 'contenteditable', 'aria-hidden', 'tabindex']
  const nameOf = (element: Element) => (element === root ? 'the root' : `<${element.localName}>`)
  const read = () =>
    new Map<string, unknown>([
      ...around.flatMap(each => kept.map(name => [`${name} on ${nameOf(each)}`, each.getAttribute(name)] as const)),
      ...around.map(each => [`${nameOf(each)} was removed`, each.isConnected] as const),
      ['the content of the root was removed', root.childElementCount > 0],
      ['a shared style sheet was removed', links.every(each => each.isConnected)],
      ['adopted style sheets', document.adoptedStyleSheets.length],
      // Files of its parts arrive here, and toasts of the shell.
      ...[html, head, body]
        .flatMap(({ children }) => [...children].filter(each => !each.matches('link, script, .ac-layer')))
        .map(each => [`<${each.localName}> in <${each.parentElement?.localName}>`, each] as const),
      ...links.map(({ href, sheet }) => {
        const rules = [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText)
        return [`a shared style sheet, ${href}`, [sheet?.disabled, sheet?.media.mediaText, ...rules].join()] as const
      }),
    ])
  let page = read()
  return () => {
    const before = page
    page = read()
    return [...page].filter(([what, value]) => before.get(what) !== value).map(([what]) => what)
  }
}

/** The steps of a person, as the browser brings them: the release may change them. */
function createMoves(app: string) {
  const push = history.pushState.bind(history)
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent
  return {
    go(path: string) {
      push(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    },
    /** As another tab signs in or out. */
    signIn(token: string | null) {
      if (token === null) localStorage.removeItem('adcoin.token')
      else localStorage.setItem('adcoin.token', token)
      dispatchEvent(new StorageEvent('storage', { key: 'adcoin.token' }))
    },
    /** Presses the first button of the area that is none of these. @returns its name */
    press(pressed: readonly string[]): string | undefined {
      const buttons = [...document.querySelectorAll<HTMLElement>(`[data-area="${app}"] button:not(:disabled)`)]
      const next = buttons.find(each => !pressed.includes(nameOf(each)))
      next?.click()
      return next && nameOf(next)
    },
    state() {
      const area = document.querySelector(`[data-area="${app}"]`)
      return {
        path: location.pathname,
        hasArea: area !== null,
        /** The release whose screen is shown; null while it shows nothing. */
        shown: (area?.textContent ?? '').trim() === '' ? null : (area?.getAttribute('data-release') ?? null),
        /** The shell's own, where an area has no release that works. */
        hasCard: document.querySelector('#root .ac-empty--area[role=alert]') !== null,
        hasDialog: document.querySelector('dialog[open]') !== null,
      }
    },
  }
}
