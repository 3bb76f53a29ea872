import type { Engine } from './engine.ts'

/** Notified by the database after a change of a table with data that all people share (migration 0011). */
const channels = ['shared_changed']
/** No value is older than this, even if the connection ended silently and no notification arrives. */
const oldestMs = 10_000
/** While the database is unreachable, values older than this are not returned either. */
const staleMs = 600_000
const mostValues = 500
const againMs = 10_000

export type SharedCache = {
  /**
   * Returns the value of this name, cached until any shared table changes, on any replica. Only for such tables, and
   * never for money: a notification arrives some milliseconds after its commit.
   */
  getOrLoad<Value>(name: string, make: () => Promise<Value>): Promise<Value>
  /** The cached value, without making it: cached answers need no waiting. */
  getFresh<Value>(name: string): Value | undefined
  /**
   * The last cached value, unless it is known to have changed: for callers whose database request just failed.
   * Undefined after ten minutes.
   */
  getStale<Value>(name: string): Value | undefined
  /** Call after a change, so that this replica answers with the change at once. */
  forget(): void
  stop(): Promise<void>
}

type Log = { warn(details: object, message: string): void }
/** `asked`: when loading the value began; it was true then. */
type Made = { readonly value: unknown; readonly asked: number }

/** Shared data in memory. While notifications do not arrive, every call loads it. */
export function createSharedCache(engine: Engine, log: Log): SharedCache {
  const [values, loading] = [new Map<string, Made>(), new Map<string, Promise<unknown>>()]
  let [changes, listeningSince, isOver] = [0, Infinity, false]
  let listening: Promise<(() => Promise<void>) | undefined> | undefined
  let retry: NodeJS.Timeout | undefined

  function forget(): void {
    changes += 1
    values.clear()
    loading.clear()
  }
  /** Fresh values must be loaded after this moment; older ones may have missed a change. */
  function setListening(isNow: boolean): void {
    listeningSince = isNow ? performance.now() : Infinity
    loading.clear()
  }
  function listen(): Promise<(() => Promise<void>) | undefined> {
    const listener = { channels, heard: forget, missed: () => setListening(true), lost: () => setListening(false) }
    return engine.listen(listener).then(
      end => {
        setListening(true)
        return end
      },
      (error: unknown) => {
        log.warn({ err: error }, 'no notifications of changes: shared data is read from the database each time')
        retry = setTimeout(() => void (isOver || (listening = listen())), againMs).unref()
        return undefined
      },
    )
  }

  const fresh = (name: string) => stillTrue(values.get(name), listeningSince)

  return {
    getFresh: <Value>(name: string) => fresh(name)?.value as Value | undefined,
    async getOrLoad<Value>(name: string, make: () => Promise<Value>) {
      if (!isOver) listening ??= listen()
      const made = fresh(name)
      if (made) return made.value as Value
      const load = async (): Promise<Value> => {
        const [asked, before] = [performance.now(), changes]
        const value = await make()
        // A change while it was made may be missing in it.
        if (before === changes) keep(values, name, { value, asked })
        return value
      }
      return listeningSince < Infinity ? shareLoad(loading, name, load) : load()
    },
    getStale: <Value>(name: string) => stillKnown(values.get(name))?.value as Value | undefined,
    forget,
    async stop() {
      isOver = true
      clearTimeout(retry)
      setListening(false)
      values.clear()
      const end = await listening
      await end?.()
    },
  }
}

/** Many callers at once wait for one load. */
function shareLoad<Value>(loading: Map<string, Promise<unknown>>, name: string, load: () => Promise<Value>) {
  const running = loading.get(name) as Promise<Value> | undefined
  if (running) return running
  const made = load().finally(() => loading.get(name) === made && loading.delete(name))
  loading.set(name, made)
  return made
}

/** The value if it was made since notifications arrive, and recently; else undefined. */
function stillTrue(made: Made | undefined, listeningSince: number): Made | undefined {
  return made && made.asked > listeningSince && performance.now() - made.asked < oldestMs ? made : undefined
}

const stillKnown = (made: Made | undefined): Made | undefined =>
  made && performance.now() - made.asked < staleMs ? made : undefined

/** The oldest value goes: a flood of names must not keep every other one out. */
function keep(values: Map<string, Made>, name: string, made: Made): void {
  values.delete(name)
  values.set(name, made)
  const [oldest = name] = values.keys()
  if (values.size > mostValues) values.delete(oldest)
}
