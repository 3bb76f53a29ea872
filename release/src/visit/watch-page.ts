import { watchNatives } from './watch-natives.ts'

/** Runs in the page, where these functions are sent as they are: they use nothing from outside but one another. */
const sent = [watchNatives, watchPage, watchLeftovers, watchChanges, watchLayers, createMoves]

export type PageWatch = ReturnType<typeof watchPage>

/**
 * Notes what a release does to the page, from before its first code on: natives and shared style sheets that it
 * changes, what it does to the elements around the areas, and the intervals, page-wide listeners and elements that it
 * leaves. Intervals and listeners are its own if the call stack has its files.
 */
function watchPage(app: string, folder: string) {
  const leftovers = watchLeftovers(() => (new Error().stack ?? '').includes(folder))
  const changedNatives = watchNatives()
  const changedPage = watchChanges(app)
  const endLayers = watchLayers()
  const blocked: string[] = []
  // Pictures are data: the visit's answers are samples.
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective: what, blockedURI }) => {
    if (!/^(img|media)-src$/.test(what)) blocked.push(`the policy of the page blocked it: ${what} ${blockedURI}`)
  })

  /** The changes since the last look. */
  const readChanges = (): readonly string[] => [
    ...leftovers.takeLate(),
    ...blocked.splice(0),
    ...changedNatives().map(what => `it changed ${what}`),
    ...changedPage().map(what => `it changed the page: ${what}`),
  ]
  return {
    ...createMoves(app),
    readChanges,
    expect: leftovers.expect,
    /**
     * None of its screens is shown any more: ends what it left. `left` is harmless once, as the state that a library
     * keeps for the life of the page; at each visit it is a leak.
     */
    leave(): { readonly changes: readonly string[]; readonly left: readonly string[] } {
      const ended = leftovers.end()
      const { shown, hidden } = endLayers()
      const button = document.body.appendChild(document.createElement('button'))
      button.focus()
      const canFocus = document.activeElement === button
      button.remove()
      return {
        changes: [
          ...readChanges(),
          ...[...ended.filter(what => what === 'interval'), ...shown].map(what => `it left behind: ${what}`),
          ...(canFocus ? [] : ['it changed HTMLElement.prototype.focus']),
        ],
        left: [...ended.filter(what => what !== 'interval'), ...hidden],
      }
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

/**
 * A style element may style the release's own area, as libraries do that make their styles at run time.
 *
 * @returns lists what changed since its last call in the elements around the areas and in the shared style sheets
 */
function watchChanges(app: string): () => readonly string[] {
  const { documentElement: html, head, body } = document
  const root = document.getElementById('root') ?? body
  const around = [html, head, body, root]
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([data-release])')]
  const styles = new Set(document.querySelectorAll('style'))
  // The shell itself changes `lang` and its own `data-` attributes there.
  const kept = ['inert', 'hidden', 'style', 'class', 'dir', 'contenteditable', 'aria-hidden', 'tabindex']
  const nameOf = (element: Element) => (element === root ? 'the root' : `<${element.localName}>`)
  const listSelectors = (rules: CSSRuleList): readonly string[] =>
    [...rules].flatMap(rule =>
      rule instanceof CSSStyleRule
        ? [rule.selectorText]
        : 'cssRules' in rule
          ? listSelectors(rule.cssRules as CSSRuleList)
          : [],
    )
  const isOfOthers = (element: Element) =>
    around.includes(element as HTMLElement) || (root.contains(element) && !element.closest(`[data-area="${app}"]`))
  const read = () =>
    new Map<string, unknown>([
      ...around.flatMap(each => kept.map(name => [`${name} on ${nameOf(each)}`, each.getAttribute(name)] as const)),
      ...around.map(each => [`${nameOf(each)} was removed`, each.isConnected] as const),
      ['the content of the root was removed', root.childElementCount > 0],
      ['a shared style sheet was removed', links.every(each => each.isConnected)],
      ['adopted style sheets', document.adoptedStyleSheets.length],
      // Files of its parts arrive here.
      ...[html, head]
        .flatMap(({ children }) => [...children].filter(each => !each.matches('link, script, style')))
        .map(each => [`<${each.localName}> in <${each.parentElement?.localName}>`, each] as const),
      ...[...document.querySelectorAll('style')]
        .filter(each => !styles.has(each))
        .flatMap(({ sheet }) => (sheet ? listSelectors(sheet.cssRules) : []))
        // `:is` ignores what it cannot match, as pseudo-elements.
        .filter(selector => [...document.querySelectorAll(`:is(${selector})`)].some(isOfOthers))
        .map(selector => [`a <style> for ${selector}`, true] as const),
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

/**
 * Elements of the body belong to a screen, as the menu of a library that opens there.
 *
 * @returns lists those that a screen left: `shown` are the ones that people still see
 */
function watchLayers() {
  const before = new Set(document.body.children)
  const isShown = (element: Element) => {
    const { width, height, top, right, bottom, left } = element.getBoundingClientRect()
    const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
    return (
      width * height > 0 && isInside && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  return () => {
    // Toasts of the shell, and files of the release's parts.
    const left = [...document.body.children].filter(
      each => !before.has(each) && !each.matches('link, script, .ac-layer'),
    )
    const [shown, hidden] = [true, false].map(wanted =>
      left
        .filter(each => [each, ...each.querySelectorAll('*')].some(isShown) === wanted)
        .map(each => `<${each.localName}> in <body>`),
    ) as [string[], string[]]
    for (const each of left) before.add(each)
    return { shown, hidden }
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
