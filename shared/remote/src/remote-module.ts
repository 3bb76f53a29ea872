import type { ApiCode } from '@adcoin/contract'
import type { RouteObject } from '@adcoin/router'
import type { SignIn } from '@adcoin/session'

/** `good`: something small succeeded. `bad`: it failed; announced at once. `info`: anything else. */
export type ToastKind = 'info' | 'good' | 'bad'

/** A failure in a remote that it could not handle itself; no personal data. */
export type RemoteFailure = { error: unknown; phase: 'render' | 'runtime' }

/**
 * The shell's offer to a remote. It is handed to the remote's module once, before anything of the remote is shown.
 * Everything that only the shell may do (sign in and out, language, theme, toasts) goes through it.
 */
export type Host = {
  /**
   * For remote-auth only: starts a session with a login result or a native hand-over's token, and navigates to `next`,
   * else to the path requested before, else home. Source: rulings.md R3. `next` finds the path requested before in its
   * query, as `after`.
   * @throws TypeError  for a token that no header can contain; nothing is changed
   */
  signIn?(result: SignIn, options?: { next?: string }): Promise<void>
  /**
   * Forgets the inviter's code that came with a registration link ("Invited by …", removed). Handed to remote-auth
   * alone.
   */
  forgetInviter?(): void
  /** Logs out here and on the service; ends on `/lanuch`. */
  signOut(): Promise<void>
  /** Changes texts and formats everywhere at once, without a reload; resolves when they are changed. */
  setLanguage(code: ApiCode): Promise<void>
  /** Opens the sheet with the six languages; the switch of public pages. */
  openLanguage(): void
  setTheme(theme: 'system' | 'light' | 'dark'): void
  /** One at a time, for `durationMs` (default 2500). `text` is already in the person's language. */
  showToast(text: string, kind?: ToastKind, durationMs?: number): void
  /** Opens the panel with the support links. */
  openHelp(): void
  /** Reports what a remote caught and could not handle; shows the generic message. Never throws. */
  reportFailure(failure: RemoteFailure): void
}

/** The entry of a remote: the default export of its `src/remote.tsx`, made by `defineRemote`. */
export type RemoteModule = {
  /** Short name, without `remote-`: `wallet`. Also the namespace of its texts and the owner of its events. */
  readonly name: string
  /** Version of this very shape; another one only for a change that an older shell could not mount. */
  readonly contract: 1
  /**
   * For `useRoutes`, with absolute paths. Screens are loaded when first shown; a chunk that fails throws into the
   * nearest boundary.
   */
  readonly routes: RouteObject[]
  /**
   * Fetches everything that drawing `path` needs: its screen's code and the texts in `language`. Retries earlier
   * failures.
   * @returns in one line why English replaces the texts of that language; undefined if it does not
   * @throws whatever loading the code threw
   */
  preload(path: string, language: ApiCode): Promise<string | undefined>
  /** The title of a path in the current language; `undefined` if the path is none of this remote's. */
  title(path: string): string | undefined
  /** Called once by the shell before `start` and before anything is drawn. */
  connect(host: Host): void
  /**
   * Begins what runs while the remote is mounted; the returned function ends all of it, subscriptions included. Neither
   * throws.
   */
  start(): () => void
}

/**
 * Whether an exposed module's default export has the shape of a `RemoteModule`. Never throws, not even for getters that
 * do.
 */
export function isRemoteModule(value: unknown): value is RemoteModule {
  try {
    if (typeof value !== 'object' || value === null) return false
    const module = value as Record<keyof RemoteModule, unknown>
    return (
      typeof module.name === 'string' &&
      /^[a-z][a-z0-9-]{1,30}$/.test(module.name) &&
      module.contract === 1 &&
      Array.isArray(module.routes) &&
      module.routes.length > 0 &&
      isFunction(module.preload) &&
      isFunction(module.title) &&
      isFunction(module.connect) &&
      isFunction(module.start)
    )
  } catch {
    return false
  }
}

const isFunction = (value: unknown) => typeof value === 'function'
