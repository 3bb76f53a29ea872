/** A release that a stack names. */
type Caller = { readonly app: string; readonly release: string }
/** Says what is wrong with a call, or undefined where it may be made. */
type CallRule = (callers: readonly Caller[], given: readonly unknown[]) => string | undefined
type Method = (this: unknown, ...given: unknown[]) => unknown
/** What happens in place of a misuse. */
type Replacement = (call: () => unknown) => unknown

const releasePattern = /\/releases\/([a-z][a-z0-9-]{1,38})\/([^/\s]+)\//
/** Frames of a stack that are read: between a remote and the history lies the router. */
const deepestStack = 50
/**
 * Changes of the address by one release in `historyMs`. Browsers refuse more than 100 or 200 in ten seconds, a person's
 * among them.
 */
const mostChanges = 40
const historyMs = 5_000

/**
 * Bounds what remotes can do to what the page has once: the history, the navigations of the browser, the top layer. Once
 * per page, before any remote. The stack of a call names the release. A refused call does nothing, as in a browser that
 * lacks it.
 *
 * @param report  called once for each release and kind of misuse
 */
export function startBounds(report: (app: string, release: string, what: string) => void): void {
  const reported = new Set<string>()
  const reportOnce = ({ app, release }: Caller, what: string) => {
    const kind = `${app}/${release} ${what}`
    if (!reported.has(kind)) report(app, release, what)
    reported.add(kind)
  }
  const bound = (owner: object | undefined, name: string, rule: CallRule, instead: Replacement = () => undefined) =>
    replaceMethod(owner, name, original => {
      return function callWithinBounds(...given) {
        const callers = findCallers(callWithinBounds)
        const what = rule(callers, given)
        const call = (): unknown => Reflect.apply(original, this, given)
        if (what === undefined) return call()
        const remote = callers.find(isRemote)
        if (remote) reportOnce(remote, what)
        return instead(call)
      }
    })

  const byHand = forbidDirectCall('changes the address without the router')
  const rate = limitHistoryRate()
  for (const name of ['pushState', 'replaceState'])
    bound(History.prototype, name, (callers, given) => byHand(callers, given) ?? rate(callers, given))

  // Dialogs and layers of the shared package close by Back and leave with their screen.
  const topLayer = forbidDirectCall('the top layer without @adcoin/ui')
  for (const name of ['showPopover', 'togglePopover']) bound(HTMLElement.prototype, name, topLayer)
  bound(globalThis.HTMLDialogElement?.prototype, 'showModal', topLayer)

  // It could prevent every navigation; Back of an open dialog is the shared package's listener.
  const { navigation } = globalThis as { navigation?: object }
  const navigate = forbidDirectCall('listens to navigations of the whole page')
  bound(navigation, 'addEventListener', (callers, given) =>
    given[0] === 'navigate' ? navigate(callers, given) : undefined,
  )
  bound(navigation, 'onnavigate', navigate)

  // While its callback runs, up to four seconds, nothing is drawn and no tap has an effect.
  bound(
    Document.prototype,
    'startViewTransition',
    forbidDirectCall('a view transition of the whole page'),
    skipAnimation,
  )
}

function skipAnimation(call: () => unknown): unknown {
  const transition = call() as { ready?: Promise<unknown>; skipTransition?: () => void } | undefined
  transition?.ready?.catch(() => undefined)
  transition?.skipTransition?.()
  return transition
}

/** Puts a function in the place of a method, or of a setter, of an object or its kind. */
function replaceMethod(owner: object | undefined, name: string, by: (original: Method) => Method): void {
  let kind: object | null = owner ?? null
  while (kind && !Object.hasOwn(kind, name)) kind = Object.getPrototypeOf(kind) as object | null
  const descriptor = kind ? Object.getOwnPropertyDescriptor(kind, name) : undefined
  const part = descriptor?.set ? 'set' : 'value'
  const original = descriptor?.[part] as Method | undefined
  if (owner && original) Object.defineProperty(owner, name, { ...descriptor, [part]: by(original) })
}

function isRemote({ app }: Caller): boolean {
  return app !== 'shell'
}

/** A misuse where the code of a remote itself calls: what a shared module does for it is the shared module's call. */
function forbidDirectCall(what: string): CallRule {
  return ([caller]) => (caller && isRemote(caller) ? what : undefined)
}

/**
 * A loop that changes the address keeps the browser from everything else, through the router as well. The shell's own
 * changes are a person's; those of nobody, from a timer or an extension, are counted together.
 */
function limitHistoryRate(): CallRule {
  const changes = new Map<string, number[]>()
  return callers => {
    const key = callers.find(isRemote)?.app ?? callers[0]?.app ?? ''
    if (key === 'shell') return undefined
    const now = performance.now()
    const recent = (changes.get(key) ?? []).filter(time => now - time < historyMs)
    changes.set(key, recent)
    if (recent.length >= mostChanges) return `over ${mostChanges} changes of the address in ${historyMs / 1_000} s`
    recent.push(now)
    return undefined
  }
}

/** The releases in the stack below a function, the nearest first. None where the browser cannot say. */
function findCallers(inner: Method): Caller[] {
  const errors = Error as { stackTraceLimit?: number; captureStackTrace?: (target: object, inner: Method) => void }
  const { stackTraceLimit } = errors
  const trace: { stack?: string } = {}
  errors.stackTraceLimit = deepestStack
  errors.captureStackTrace?.(trace, inner)
  if (stackTraceLimit !== undefined) errors.stackTraceLimit = stackTraceLimit
  return (trace.stack ?? '').split('\n').flatMap(frame => {
    const [, app, release] = releasePattern.exec(frame) ?? []
    return app && release ? [{ app, release }] : []
  })
}
