/**
 * Runs in every document of WebKit: keeps the objects that Playwright holds, and reports what a document did. WebDriver
 * has neither handles nor events.
 */

type Value = { readonly type?: string; readonly value?: unknown; readonly handle?: string; readonly sharedId?: string }
/** The outcome of a call: a value of WebDriver BiDi, what was thrown, or the number of a promise that is not settled. */
export type Outcome = { readonly result?: Value; readonly exception?: string; readonly pending?: number }
/** What a document reports. */
export type Report = {
  readonly id: string
  readonly kind: 'start' | 'state' | 'url' | 'settled' | 'console' | 'error'
  readonly href: string
  readonly state: DocumentReadyState
  readonly text?: string
  readonly method?: string
}
type Work = (...given: unknown[]) => unknown
type Agent = {
  readonly id: string
  /** The outcome of the last call stays: the same one runs once, however often it is asked for. */
  call(name: string, work: Work, given: readonly Value[], isByValue: boolean): Outcome
  /** The outcome of a promise; undefined while it is not settled. */
  take(pending: number): Outcome | undefined
  disown(handles: readonly string[]): void
  /** From now on `eval` runs `run` for this text, alone, in brackets or as a part. */
  define(text: string, run: () => unknown): void
  /** @param name  of a handle or of a node */
  get(name: string): unknown
}

declare global {
  interface Window {
    adcoinAgent?: Agent
  }
}

/**
 * Self-contained, its text is sent.
 *
 * @param reportPath  where the proxy receives reports
 * @param agentHeader  of each request by script: two pages may have the same address
 */
// oxlint-disable-next-line max-lines-per-function -- Its text is sent into the page.
export function installAgent(reportPath: string, agentHeader: string): void {
  if (window.adcoinAgent) return
  const id = Math.random().toString(36).slice(2)
  const sendBeacon = navigator.sendBeacon.bind(navigator)
  const [handles, settled] = [new Map<string, unknown>(), new Map<number, Outcome>()]
  const [nodeIds, nodes] = [new WeakMap<Node, string>(), new Map<string, WeakRef<Node>>()]
  const defined = new Map<string, () => unknown>()
  let count = 0
  const report = (kind: Report['kind'], more: object = {}) => {
    if (!location.protocol.startsWith('http')) return
    sendBeacon(reportPath, JSON.stringify({ id, kind, href: location.href, state: document.readyState, ...more }))
  }

  /** The name of a node for as long as it exists: it is valid after the handles by which it was given. */
  const nameNode = (node: Node): string => {
    const sharedId = nodeIds.get(node) ?? `${id}.node${(count += 1)}`
    nodeIds.set(node, sharedId)
    nodes.set(sharedId, new WeakRef(node))
    return sharedId
  }

  const numbers = [NaN, Infinity, -Infinity]
  const serialize = (value: unknown, isByValue: boolean): Value => {
    if (value === null) return { type: 'null' }
    if (typeof value === 'number') {
      const isSpecial = numbers.includes(value) || Object.is(value, -0)
      return { type: 'number', value: isSpecial ? (Object.is(value, -0) ? '-0' : String(value)) : value }
    }
    if (typeof value === 'bigint') return { type: 'bigint', value: String(value) }
    if (typeof value === 'undefined' || typeof value === 'symbol') return { type: 'undefined' }
    if (typeof value !== 'object' && typeof value !== 'function') return { type: typeof value, value }
    if (!isByValue) {
      const handle = `${id}.${(count += 1)}`
      handles.set(handle, value)
      if (value instanceof Node) return { type: 'node', handle, sharedId: nameNode(value) }
      return { type: Array.isArray(value) ? 'array' : typeof value, handle }
    }
    if (typeof value === 'function') return { type: 'function' }
    if (value instanceof Node) return { type: 'node', sharedId: nameNode(value) }
    if (value === window) return { type: 'window' }
    if (Array.isArray(value)) return { type: 'array', value: value.map(each => serialize(each, true)) }
    return { type: 'object', value: Object.entries(value).map(([name, each]) => [name, serialize(each, true)]) }
  }
  const deserialize = ({ type, value, handle, sharedId }: Value): unknown => {
    const node = sharedId === undefined ? undefined : nodes.get(sharedId)?.deref()
    if (node) return node
    if (handle !== undefined && handles.has(handle)) return handles.get(handle)
    if (handle !== undefined || sharedId !== undefined) throw new Error('no such handle')
    if (type === 'undefined') return undefined
    if (type === 'null') return null
    if (type === 'number') return Number(value)
    if (type === 'bigint') return BigInt(value as string)
    if (type === 'date') return new Date(value as string)
    if (type === 'array') return (value as Value[]).map(deserialize)
    if (type === 'object') {
      const entries = (value as [Value, Value][]).map(([name, each]) => [deserialize(name), deserialize(each)])
      return Object.fromEntries(entries) as object
    }
    return value
  }
  const describe = (thrown: unknown) => (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown))

  const runWork = (work: Work, given: readonly Value[], isByValue: boolean): Outcome => {
    try {
      const value = work(...given.map(deserialize))
      if (typeof (value as Promise<unknown> | null)?.then !== 'function') return { result: serialize(value, isByValue) }
      const pending = (count += 1)
      const settle = (outcome: Outcome) => {
        settled.set(pending, outcome)
        report('settled')
      }
      void (value as Promise<unknown>).then(
        result => settle({ result: serialize(result, isByValue) }),
        (thrown: unknown) => settle({ exception: describe(thrown) }),
      )
      return { pending }
    } catch (error) {
      return { exception: describe(error) }
    }
  }
  let last: { readonly name: string; readonly outcome: Outcome } | undefined

  window.adcoinAgent = {
    id,
    call(name, ...given) {
      if (last?.name !== name) last = { name, outcome: runWork(...given) }
      return last.outcome
    },
    take: pending => settled.get(pending),
    disown: names => names.forEach(name => handles.delete(name)),
    get: name => nodes.get(name)?.deref() ?? handles.get(name),
    define: (text, run) => void defined.set(text, run),
  }
  const ownEval = window.eval
  window.eval = text => {
    for (const [known, run] of defined)
      if (text === known || text === `(${known})` || text.includes(`\n${known}\n`)) return run()
    return ownEval(text) as unknown
  }
  Object.defineProperty(window, 'adcoinAgent', { enumerable: false })

  const isOwn = (url: string | URL) => new URL(url, location.href).origin === location.origin
  const ownFetch = window.fetch
  window.fetch = (input, init) => {
    const isRequest = input instanceof Request
    if (!isOwn(isRequest ? input.url : input)) return ownFetch(input, init)
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : undefined))
    headers.set(agentHeader, id)
    return ownFetch(input, { ...init, headers })
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...more: unknown[]) {
    Reflect.apply(open, this, [method, url, ...more])
    if (isOwn(url)) this.setRequestHeader(agentHeader, id)
  }

  // The screen has no window manager, so that no window has the focus.
  document.hasFocus = () => true
  let href = location.href
  const reportUrl = () => {
    if (href === location.href) return
    href = location.href
    report('url')
  }
  setInterval(reportUrl, 50)
  addEventListener('popstate', () => report('url'))
  document.addEventListener('readystatechange', () => report('state'))
  addEventListener('load', () => report('state'))
  addEventListener('pageshow', ({ persisted }) => persisted && report('start'))
  addEventListener('error', event => event.error && report('error', { text: describe(event.error) }))
  addEventListener('unhandledrejection', ({ reason }) => report('error', { text: describe(reason) }))
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const print = console[method].bind(console)
    console[method] = (...words: unknown[]) => {
      report('console', { method, text: words.map(describe).join(' ') })
      print(...words)
    }
  }
  report('start')
}
