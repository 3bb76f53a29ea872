import { vi } from 'vitest'
import { configure, findByRole, screen, waitFor } from '@testing-library/dom'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ApiCode } from '@adcoin/contract'
import type { ApiDouble, AnswerChanges } from '@adcoin/testing'
import type { Root } from 'react-dom/client'
import type { Composition } from '../composition/composition.ts'
import type { FakeAreas } from './fake-areas.tsx'

export type BootOptions = {
  /** Null: signed out. */
  token?: string | null
  /** Local storage of a former visit. */
  stored?: Readonly<Record<string, string>>
  /** Made from the modules of this boot. */
  answers?: (testing: typeof import('@adcoin/testing')) => AnswerChanges
  language?: ApiCode
  /** Areas that no release of works. */
  broken?: readonly string[]
}

export type BootedShell = {
  user: UserEvent
  api: ApiDouble
  areas: FakeAreas
  composition: Composition
  heading(name: string): Promise<HTMLElement>
  path(): string
}

/**
 * Boots the real shell at a path of a fresh page, with four small remotes behind a composition that fetches nothing.
 * Every boot has modules of its own, as every page load has.
 */
export async function bootAt(
  path: string,
  {
    token = 'token-of-ana-0123456789',
    stored = {},
    answers = () => ({}),
    language = 'en_US',
    broken = [],
  }: BootOptions = {},
): Promise<BootedShell> {
  leavePage()
  vi.resetModules()
  stubBrowser()
  document.body.innerHTML = '<div id="root"></div>'
  document.documentElement.lang = ''
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('adcoin.language', language)
  if (token !== null) localStorage.setItem('adcoin.token', token)
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  window.history.replaceState(null, '', path)

  const testing = await import('@adcoin/testing')
  // The Testing Library for React wraps events in `act`; the shell draws here as it does for people.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  configure({
    asyncWrapper: work => work(),
    eventWrapper: work => work(),
    getElementError: message => new Error(message ?? ''),
  })
  const { createFakeAreas } = await import('./fake-areas.tsx')
  const areas = createFakeAreas(broken)
  vi.doMock('react-dom/client', async importOriginal => {
    const original = await importOriginal<typeof import('react-dom/client')>()
    return {
      ...original,
      createRoot: (...given: Parameters<typeof original.createRoot>) => (root = original.createRoot(...given)),
    }
  })
  vi.doMock('../composition/composition.ts', () => ({ startComposition: areas.start }))
  const api = testing.apiDouble(answers(testing))
  await (
    await import('../boot.tsx')
  ).started
  return {
    api,
    areas,
    composition: areas.composition(),
    user: userEvent.setup(),
    heading: name => findByRole(document.body, 'heading', { level: 1, name }),
    path: () => window.location.pathname + window.location.search,
  }
}

export { screen, waitFor }

let root: Root | undefined
const listeners: (() => void)[] = []

/** Imitates a page load for the page before it: its listeners and drawing end. */
function leavePage(): void {
  // The stream ends with its page; else it would send requests in the name of the next one.
  window.dispatchEvent(new Event('pagehide'))
  root?.unmount()
  root = undefined
  for (const end of listeners.splice(0)) end()
}

/** Adds what jsdom lacks. */
function stubBrowser(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  window.scrollTo = () => undefined
  performance.getEntriesByType = () => []
  // jsdom lays nothing out: a text has no lines for the help tab to keep clear of.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  // With close watchers overlays of @adcoin/ui leave the history alone.
  vi.stubGlobal('CloseWatcher', class {})
  if (!isListening) rememberListeners()
  isListening = true
}

let isListening = false
function rememberListeners(): void {
  const listen = window.addEventListener.bind(window)
  const unlisten = window.removeEventListener.bind(window)
  window.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
    listeners.push(() => unlisten(given[0], given[1] as EventListener, given[2]))
    listen(given[0], given[1] as EventListener, given[2])
  }
}
