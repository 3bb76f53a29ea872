import { createRoot } from 'react-dom/client'
import { detectLanguage } from '@adcoin/contract'
import { currentLanguage, setLanguage } from '@adcoin/i18n'
import { BrowserRouter, matchPath } from '@adcoin/router'
import type { RemoteModule } from '../remote-module.ts'
import { sharedTexts } from '../texts.ts'
import { personAna, StandalonePage } from './standalone-page.tsx'

export type AloneOptions = {
  /** The element to draw in. */
  root: HTMLElement
  /** Path to open when the address is none of the remote's; by default its first one. */
  path?: string
  /** Whether the test person Ana is signed in; default true. */
  signedIn?: boolean
  /** Runs before anything else: starts an API double. */
  prepare?: () => Promise<void> | void
}

/**
 * Opens one remote without the shell: router, shared packages, language switch and toasts around its routes.
 * For `npm run dev -w remote-…` only: an entry of its own (`@adcoin/remote/alone`), so that no product page carries it.
 *
 * @returns draws another module in its place: the same remote after a change
 */
export async function openRemoteAlone(
  module: RemoteModule,
  options: AloneOptions,
): Promise<(next: RemoteModule) => Promise<void>> {
  await options.prepare?.()
  if (options.signedIn !== false) personAna.signIn()
  const language = detectLanguage(navigator.languages)
  const paths = module.routes.map(route => route.path ?? '/')
  // By its routes, not by its title: no text is there yet.
  const start = paths.some(path => matchPath({ path, end: true }, window.location.pathname))
    ? undefined
    : (options.path ?? paths[0] ?? '/')
  if (start !== undefined) window.history.replaceState(null, '', start)
  await Promise.all([
    setLanguage(language),
    sharedTexts.load(language),
    module.preload(window.location.pathname, language),
  ])
  const root = createRoot(options.root)
  const draw = (drawn: RemoteModule) =>
    root.render(
      <BrowserRouter>
        <StandalonePage module={drawn} />
      </BrowserRouter>,
    )
  draw(module)
  return async next => {
    await next.preload(window.location.pathname, currentLanguage())
    draw(next)
  }
}
