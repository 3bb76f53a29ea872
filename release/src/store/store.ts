import { createRefusal } from '../refusal.ts'

/**
 * The store of releases and of what was live. Paths are relative, with `/`, and never leave the store:
 *
 *   releases/<app>/<id>/…        immutable; `release.json` and `release.sig` beside the built files
 *   maps/<app>/<id>/…            immutable; source maps of that release; never served
 *   live/<n>/…                   immutable; what was live as number n, composed: live.json, change.json, the pages,
 *                                keys.json of the teams, files.json with its signature
 *   generations/<n>.json|.sig    the same as commands before 2026-11-28 wrote it; only read
 *   current                      the pointer: the one thing that ever changes
 *
 * A folder on disk and a bucket of object storage fulfil it.
 */
export type Store = {
  /** The bytes of a file, or undefined if there is none. */
  read(path: string): Promise<Buffer | undefined>
  /** Whether a file exists. */
  has(path: string): Promise<boolean>
  /** Names directly in a folder, sorted; empty if there is no such folder. */
  list(folder: string): Promise<readonly string[]>
  /**
   * Writes a whole folder so that it appears at once, complete. False, and nothing changed, where it is already there.
   */
  addFolder(folder: string, files: ReadonlyMap<string, Buffer>): Promise<boolean>
  /** Removes a file, or a folder with all that is in it. Only `prune` does: what goes is long out of use. */
  remove(path: string): Promise<void>
  /** The live number; 0 where nothing is live yet. */
  pointer(): Promise<number>
  /**
   * Compare-and-swap: moves the pointer only if it is still `from`. After it returned true the move survives a
   * crash.
   */
  movePointer(from: number, to: number): Promise<boolean>
  /**
   * One writer at a time, over all processes. A writer that slept and was taken for dead ends: its writes are refused.
   * @throws Refused when another writer holds it for longer than 10 s
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
  /** Removes the leftovers of dead writers, in a store that needs it. Returns their number. */
  sweep?(): Promise<number>
}

/** Why a second writer has to wait. */
export const storeBusy = createRefusal(
  'one-at-a-time',
  'store',
  'another command is writing to this store',
  'Read `status`, then repeat the command.',
)

/** Folder and file names of the store in one place. */
export const layout = {
  release: (app: string, id: string) => `releases/${app}/${id}`,
  maps: (app: string, id: string) => `maps/${app}/${id}`,
  live: (n: number) => `live/${n}`,
  /** What the immutable folders begin with; a bucket sweeps what none below them names. */
  roots: ['releases/', 'maps/', 'live/'],
  /** An immutable folder at the begin of a path, and the path in it. */
  folder: /^((?:(?:releases|maps)\/[^/]+|live)\/[^/]+)(?:\/(.+))?$/,
} as const
