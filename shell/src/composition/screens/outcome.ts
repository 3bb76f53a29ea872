import type { ApiCode } from '@adcoin/contract'
import type { MountedRemote } from '../loading/release.ts'

/**
 * What a path of an area ends in: a remote to draw, or nothing that works. `needsReload`: nor will, in this page;
 * `notImported`: nor will these releases, by key, because a browser remembers a failed `import()` as long as the page.
 */
export type Outcome =
  | { state: 'ready'; remote: MountedRemote }
  | { state: 'unavailable'; app: string; needsReload?: true; notImported?: ReadonlySet<string> }

/** A path of an area in a language: what somebody asks for. */
export type Place = { app: string; pathname: string; language: ApiCode }

type Tracked<Value> = Promise<Value> & {
  status?: 'pending' | 'fulfilled' | 'rejected'
  value?: Value
  reason?: unknown
}

/** A promise that `use()` reads without suspending, because what it gives is known already. */
export function settled<Value>(value: Value): Promise<Value> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value })
}

/**
 * Lets `use()` read a promise without suspending once it is fulfilled, even if no component has read it before:
 * the first route is awaited before the first render and must then be drawn in that very render.
 */
export function tracked<Value>(promise: Promise<Value>): Promise<Value> {
  const marked: Tracked<Value> = promise
  promise.then(
    value => Object.assign(marked, { status: 'fulfilled', value }),
    (reason: unknown) => Object.assign(marked, { status: 'rejected', reason }),
  )
  return marked
}
