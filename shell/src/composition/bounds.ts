/** A release in a call stack. */
type Caller = { readonly app: string; readonly release: string }
/** Returns the violation of a call; undefined if the call is allowed. */
type CallRule = (callers: readonly Caller[], given: readonly unknown[]) => string | undefined
type Method = (this: unknown, ...given: unknown[]) => unknown
/** Replaces a call that is a violation. */
type Replacement = (call: () => unknown) => unknown

const releasePattern = /\/releases\/([a-z][a-z0-9-]{1,38})\/([^/\s]+)\//
/** Frames of a stack that are read: the router's frames are between a remote and the history. */
const deepestStack = 50
/**
 * Changes of the address by one app in `historyMs`. Browsers refuse more than 100 or 200 in ten seconds, those of the
 * person included.
 */
const mostChanges = 40
const historyMs = 5_000

/**
 * Limits how remotes use what the page has only once: the history, the browser's navigations, the top layer. Call it
 * once per page, before any remote. The stack of a call names the release. A refused call does nothing, as in a browser
 * without that method.
 *
 * @param report  called once for each release and kind of violation
 */
export function startBounds(report: (app: string, release: string, violation: string) => void): void {
  const reported = new Set<string>()
  const reportOnce = ({ app, release }: Caller, violation: string) => {
    const kind = `${app}/${release} ${violation}`
    if (!reported.has(kind)) report(app, release, violation)
    reported.add(kind)
  }
  const bound = (owner: object | undefined, name: string, rule: CallRule, instead: Replacement = () => undefined) =>
    replaceMethod(owner, name, original => {
      return function callWithinBounds(...given) {
        const callers = findCallers(callWithinBounds)
        const violation = rule(callers, given)
        const call = (): unknown => Reflect.apply(original, this, given)
        if (violation === undefined) return call()
        const remote = callers.find(isRemote)
        if (remote) reportOnce(remote, violation)
        return instead(call)
      }
    })

  const direct = forbidDirectCall('changed the address without the router')
  const rate = limitHistoryRate()
  for (const name of ['pushState', 'replaceState'])
    bound(History.prototype, name, (callers, given) => direct(callers, given) ?? rate(callers, given))

  // Dialogs and layers of @adcoin/ui close on Back and unmount with their screen; a remote's own would not.
  const topLayer = forbidDirectCall('used the top layer without @adcoin/ui')
  for (const name of ['showPopover', 'togglePopover']) bound(HTMLElement.prototype, name, topLayer)
  bound(globalThis.HTMLDialogElement?.prototype, 'showModal', topLayer)

  // A listener could prevent every navigation. That of @adcoin/ui, for Back in a dialog, is allowed.
  const { navigation } = globalThis as { navigation?: object }
  const navigate = forbidDirectCall('listened to the navigations of the whole page')
  bound(navigation, 'addEventListener', (callers, given) =>
    given[0] === 'navigate' ? navigate(callers, given) : undefined,
  )
  bound(navigation, 'onnavigate', navigate)

  // While its callback runs, up to four seconds, the page neither draws nor reacts to taps.
  bound(
    Document.prototype,
    'startViewTransition',
    forbidDirectCall('started a view transition of the whole page'),
    skipAnimation,
  )
}

function skipAnimation(call: () => unknown): unknown {
  const transition = call() as { ready?: Promise<unknown>; skipTransition?: () => void } | undefined
  transition?.ready?.catch(() => undefined)
  transition?.skipTransition?.()
  return transition
}

/** Replaces a method or a setter of an object, where it or its prototype defines it. */
function replaceMethod(owner: object | undefined, name: string, wrap: (original: Method) => Method): void {
  let holder: object | null = owner ?? null
  while (holder && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder) as object | null
  const descriptor = holder ? Object.getOwnPropertyDescriptor(holder, name) : undefined
  const part = descriptor?.set ? 'set' : 'value'
  const original = descriptor?.[part] as Method | undefined
  if (owner && original) Object.defineProperty(owner, name, { ...descriptor, [part]: wrap(original) })
}

function isRemote({ app }: Caller): boolean {
  return app !== 'shell'
}

/** A violation if the nearest caller is a remote; a shared module that a remote uses may call. */
function forbidDirectCall(violation: string): CallRule {
  return ([caller]) => (caller && isRemote(caller) ? violation : undefined)
}

/**
 * A loop that changes the address blocks the browser, also through the router. The shell's own changes come from a
 * person and are free; changes without a known caller, as from a timer or an add-on, share one limit.
 */
function limitHistoryRate(): CallRule {
  const changes = new Map<string, number[]>()
  return callers => {
    const key = callers.find(isRemote)?.app ?? callers[0]?.app ?? ''
    if (key === 'shell') return undefined
    const now = performance.now()
    const recent = (changes.get(key) ?? []).filter(time => now - time < historyMs)
    changes.set(key, recent)
    if (recent.length >= mostChanges) return `changed the address over ${mostChanges} times in ${historyMs / 1_000} s`
    recent.push(now)
    return undefined
  }
}

/** The releases in the stack below a function, nearest first; empty if the browser cannot capture stacks. */
function findCallers(inner: Method): Caller[] {
  const stacks = Error as { stackTraceLimit?: number; captureStackTrace?: (target: object, inner: Method) => void }
  const { stackTraceLimit } = stacks
  const trace: { stack?: string } = {}
  stacks.stackTraceLimit = deepestStack
  stacks.captureStackTrace?.(trace, inner)
  if (stackTraceLimit !== undefined) stacks.stackTraceLimit = stackTraceLimit
  return (trace.stack ?? '').split('\n').flatMap(frame => {
    const [, app, release] = releasePattern.exec(frame) ?? []
    return app && release ? [{ app, release }] : []
  })
}
