/** What the trial is to do: at `neutral`, an address of somebody else, then to each screen and back. */
export type TrialPlan = { readonly app: string; readonly id: string; readonly visits: readonly Visits[] }
export type Visits = { readonly neutral: string; readonly token: string | null; readonly screens: readonly string[] }

/** Something that the release left behind, or a screen that it did not bring. */
export type Finding = {
  readonly kind: 'report' | 'screen' | 'global' | 'native' | 'listener' | 'timer' | 'element'
  readonly what: string
  readonly at?: string
}

/**
 * Runs in the page before everything else: looks at what is there, has the screens mounted and unmounted, and looks again.
 *
 * Its source text is served as it stands, so it uses nothing from outside but its argument. Whose a timer or a listener is says the
 * stack of the call that made it.
 */
export function observe(plan: TrialPlan): void {
  const {
    setTimeout: later,
    setInterval: every,
    clearTimeout: cancel,
    clearInterval: end,
    fetch: send,
    localStorage: storage,
  } = window
  const visits = plan.visits.filter(each => each.neutral === location.pathname)[0]
  if (!visits) return
  if (visits.token === null) storage.removeItem('adcoin.token')
  else storage.setItem('adcoin.token', visits.token)

  const isOwn = () => (new Error().stack || '').includes(`/releases/${plan.app}/`)
  const timers = new Map<unknown, string>()
  type Timer = (work: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => unknown
  const watched =
    (real: Timer, name: string): Timer =>
    (work, ms, ...values) => {
      const id = real(
        (...given: unknown[]) => {
          if (name === 'setTimeout') timers.delete(id)
          work(...given)
        },
        ms,
        ...values,
      )
      if (isOwn()) timers.set(id, `${name} of ${ms ?? 0} ms`)
      return id
    }
  const forgetting =
    (real: typeof clearTimeout): typeof clearTimeout =>
    id => {
      timers.delete(id)
      real.call(window, id)
    }
  Object.assign(window, {
    setTimeout: watched(later, 'setTimeout'),
    setInterval: watched(every, 'setInterval'),
    clearTimeout: forgetting(cancel),
    clearInterval: forgetting(end),
  })

  type Listening = { target: EventTarget; type: string; listener: unknown; capture: boolean }
  let listening: Listening[] = []
  const wide: readonly EventTarget[] = [window, document, document.documentElement]
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
  const isCapture = (options: unknown) =>
    options === true ||
    (typeof options === 'object' && options !== null && 'capture' in options && options.capture === true)
  const drop = (one: Listening) => {
    listening = listening.filter(
      each =>
        each.target !== one.target ||
        each.type !== one.type ||
        each.listener !== one.listener ||
        each.capture !== one.capture,
    )
  }
  EventTarget.prototype.addEventListener = function (type: string, listener: unknown, options?: unknown) {
    add.call(this, type, listener as EventListener, options as AddEventListenerOptions)
    if (!(wide.includes(this) || this === document.body) || !isOwn()) return
    const one = { target: this, type, listener, capture: isCapture(options) }
    listening.push(one)
    const signal = typeof options === 'object' && options !== null && 'signal' in options ? options.signal : undefined
    if (signal instanceof AbortSignal) add.call(signal, 'abort', () => drop(one))
  }
  EventTarget.prototype.removeEventListener = function (type: string, listener: unknown, options?: unknown) {
    drop({ target: this, type, listener, capture: isCapture(options) })
    remove.call(this, type, listener as EventListener, options as EventListenerOptions)
  }

  const holders: Record<string, object> = {
    'Array.prototype': Array.prototype,
    Object,
    'Object.prototype': Object.prototype,
    'String.prototype': String.prototype,
    'Number.prototype': Number.prototype,
    'Function.prototype': Function.prototype,
    Promise,
    'Promise.prototype': Promise.prototype,
    'Map.prototype': Map.prototype,
    'Set.prototype': Set.prototype,
    'Date.prototype': Date.prototype,
    'RegExp.prototype': RegExp.prototype,
    Date,
    JSON,
    Math,
    Intl,
    console,
    history,
    'History.prototype': History.prototype,
    'Storage.prototype': Storage.prototype,
    'EventTarget.prototype': EventTarget.prototype,
    'Node.prototype': Node.prototype,
    'Element.prototype': Element.prototype,
    'HTMLElement.prototype': HTMLElement.prototype,
    document,
    'Document.prototype': Document.prototype,
    navigator,
    'XMLHttpRequest.prototype': XMLHttpRequest.prototype,
    'Response.prototype': Response.prototype,
    'URL.prototype': URL.prototype,
    window,
  }
  const look = () =>
    new Map(
      Object.entries(holders).flatMap(([holder, object]) =>
        Object.entries(Object.getOwnPropertyDescriptors(object)).map(
          ([name, { value, get, set }]) =>
            // What a value is may change by itself; what a function is may not.
            [`${holder}.${name}`, typeof value === 'function' ? value : (get ?? set ?? typeof value)] as const,
        ),
      ),
    )
  /** The shell's loader has asked for a file of the release: everything of the shell that comes before it is there. */
  let isWanted = false
  window.fetch = (asked, how) => {
    if ((asked instanceof Request ? asked.url : String(asked)).includes(`/releases/${plan.app}/`)) isWanted = true
    return send(asked, how)
  }

  const elements = new Set<Element>()
  const isOutside = (place: Node) =>
    place === document.head || place === document.body || place === document.documentElement
  for (const [prototype, names] of [
    [Node.prototype, ['appendChild', 'insertBefore', 'replaceChild']],
    [Element.prototype, ['append', 'prepend', 'insertAdjacentElement']],
  ] as const) {
    for (const name of names) {
      const real = Reflect.get(prototype, name) as (...values: unknown[]) => unknown
      Reflect.set(prototype, name, function (this: Node, ...values: unknown[]) {
        if (isOutside(this) && isOwn()) for (const value of values) if (value instanceof Element) elements.add(value)
        return real.apply(this, values)
      })
    }
  }

  const wait = (ms: number) => new Promise(done => later(done, ms))
  const until = async (test: () => boolean, ms: number) => {
    for (const last = performance.now() + ms; performance.now() < last && !test();) await wait(25)
    return test()
  }
  const go = (path: string) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }
  const area = () => document.querySelector(`[data-area="${plan.app}"]`)

  async function run({ neutral, screens }: Visits): Promise<readonly Finding[]> {
    // The shell stands, and the release under trial is held back until it was seen what is there without it.
    await until(
      () => (screens.includes(neutral) ? isWanted : document.querySelector('#root [data-column] h1') !== null),
      20_000,
    )
    await wait(700)
    const before = look()
    const styles = new Map(
      [document.documentElement, document.body].map(element => [element, element.getAttribute('style')] as const),
    )
    await send('/gate/begin', { method: 'POST' })
    const found: Finding[] = []
    for (const screen of screens) {
      go(screen)
      const isMounted = await until(
        () => area()?.getAttribute('data-release') === plan.id && (area()?.textContent || '').trim() !== '',
        10_000,
      )
      if (!isMounted)
        found.push({
          kind: 'screen',
          what: area() ? 'another release took its place' : 'it did not appear',
          at: screen,
        })
      await wait(250)
      go(neutral)
      await until(() => location.pathname === neutral && (area() === null || screens.includes(neutral)), 3_000)
    }
    await wait(1_200)
    const after = look()
    for (const [name, value] of after) {
      if (name.startsWith('window.') && !before.has(name)) found.push({ kind: 'global', what: name })
      if (!name.startsWith('window.') && typeof value === 'function' && before.get(name) !== value)
        found.push({ kind: 'native', what: name })
    }
    for (const [name, value] of before)
      if (typeof value === 'function' && after.get(name) !== value && !found.some(({ what }) => what === name))
        found.push({ kind: 'native', what: name })
    for (const { target, type } of listening)
      found.push({ kind: 'listener', what: `${type} on ${target === window ? 'window' : 'document'}` })
    for (const timer of timers.values()) found.push({ kind: 'timer', what: timer })
    const styled = [document.documentElement, document.body].filter(
      element => element.getAttribute('style') !== styles.get(element),
    )
    for (const element of styled) found.push({ kind: 'element', what: `a style on <${element.localName}>` })
    for (const element of elements)
      if (element.isConnected)
        found.push({ kind: 'element', what: `<${element.localName}> in <${element.parentElement?.localName}>` })
    return found
  }

  add.call(
    window,
    'load',
    () =>
      void run(visits).then(async found => {
        const next = plan.visits[plan.visits.indexOf(visits) + 1]
        await send('/gate/findings', { method: 'POST', body: JSON.stringify({ found, isLast: next === undefined }) })
        if (next) location.replace(next.neutral)
      }),
  )
}
