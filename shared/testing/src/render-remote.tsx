import { tagOf, type ApiCode } from '@adcoin/contract'
import { forgetLast } from '@adcoin/events'
import { queryClient } from '@adcoin/http'
import { setLanguage } from '@adcoin/i18n'
import { HostProvider, sharedTexts, type Host, type RemoteModule } from '@adcoin/remote'
import { Link, useLocation, useRoutes } from '@adcoin/router'
import { MemoryRouter } from '@adcoin/router/memory'
import { createSessionWriter } from '@adcoin/session'
import { UiProvider } from '@adcoin/ui'
import { act, cleanup, configure, render, type RenderResult } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Suspense, useEffect, type ReactElement } from 'react'
import { expect, onTestFinished } from 'vitest'
import { apiDouble, type ApiDouble, type AnswerChanges } from './api-double.ts'
import { ana, type TestPerson } from './people.ts'

/** `findBy…` waits as long as `expect.poll` does: a busy machine must not decide what is true. */
configure({ asyncUtilTimeout: 5_000 })

export type RenderOptions = {
  /** The first path, query included; default: the entry's first route, or `/`. */
  readonly path?: string
  readonly language?: ApiCode
  /** The signed-in person; null: signed out. Default: Ana. */
  readonly person?: TestPerson | null
  /** The former session ended by a 401: what its forms had stored stays. */
  readonly isAfter401?: boolean
  /** Parts of the host that a test wants to answer itself. */
  readonly host?: Partial<Host>
}

export type RenderedRemote = RenderResult & {
  readonly user: UserEvent
  /** Path and query of this moment. */
  readonly where: () => string
  /** Calls of the screens to the shell, in order: `['showToast', 'Saved']`. */
  readonly hostCalls: readonly (readonly [name: keyof Host, ...args: unknown[]])[]
  readonly changeLanguage: (code: ApiCode) => Promise<void>
}

/**
 * Draws a remote, or one element of it, as the shell does: with router, shared packages, texts, session and host. Every
 * call resets storage, cache and replayed events, but see `isAfter401`. Start an `apiDouble` first.
 */
export async function renderRemote(
  what: RemoteModule | ReactElement,
  { path, language = 'en_US', person = ana, isAfter401 = false, host = {} }: RenderOptions = {},
): Promise<RenderedRemote> {
  const module = 'routes' in what ? what : undefined
  const start = path ?? module?.routes[0]?.path ?? '/'
  clearPage(isAfter401)
  onTestFinished(() => expect(listUnmarkedAmounts(), 'amounts that a translator of the browser may change').toEqual([]))
  if (person) createSessionWriter().signIn(person.login)
  await changeLanguage(language, module, start)
  const calls: [keyof Host, ...unknown[]][] = []
  const connected = createRecordingHost(calls, host)
  module?.connect(connected)
  let location = start
  const onLocation = (now: string) => {
    location = now
  }
  const element = module ? (
    <Routes module={module} />
  ) : (
    <HostProvider host={connected}>{what as ReactElement}</HostProvider>
  )
  const user = userEvent.setup()
  const drawn = await act(async () =>
    render(
      <MemoryRouter initialEntries={[start]}>
        <UiProvider link={Link}>
          <LocationProbe onLocation={onLocation} />
          <Suspense fallback={null}>{element}</Suspense>
        </UiProvider>
      </MemoryRouter>,
    ),
  )
  return {
    ...drawn,
    user,
    where: () => location,
    hostCalls: calls,
    changeLanguage: code => act(() => changeLanguage(code, module, location)),
  }
}

type OpenOptions = Omit<RenderOptions, 'path'> & { readonly overrides?: AnswerChanges }

/** The texts on screen with an amount in them outside `translate="no"` (see `AmountText`). */
function listUnmarkedAmounts(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    if (/\d[.,]\d{2}(?!\d)/.test(textContent ?? '') && !parentElement?.closest('[translate=no], [aria-hidden=true]'))
      found.push(textContent ?? '')
  }
  return found
}

/** Draws one path of a remote over an API double that answers with the given overrides. */
export async function openRemote(
  module: RemoteModule,
  path: string,
  { overrides = {}, person = ana, ...options }: OpenOptions = {},
): Promise<RenderedRemote & { readonly api: ApiDouble }> {
  const api = apiDouble(overrides, person ?? ana)
  return { ...(await renderRemote(module, { ...options, path, person })), api }
}

function clearPage(isAfter401: boolean): void {
  cleanup()
  createSessionWriter().signOut(isAfter401 ? 'unauthorised' : 'logout')
  if (!isAfter401) {
    localStorage.clear()
    sessionStorage.clear()
  }
  queryClient.clear()
  forgetLast()
}

async function changeLanguage(code: ApiCode, module: RemoteModule | undefined, path: string): Promise<void> {
  createSessionWriter().setLanguage(code)
  // Every screen, not only the first: one that suspends inside the `act` of a click is never drawn.
  const paths = [path.split('?')[0] ?? path, ...(module?.routes.map(route => route.path ?? '') ?? [])]
  await Promise.all([sharedTexts.load(code), ...paths.map(each => module?.preload(each, code))])
  await setLanguage(code)
  document.documentElement.lang = tagOf(code)
}

function Routes({ module }: { module: RemoteModule }) {
  useEffect(() => module.start(), [module])
  return useRoutes([...module.routes, { path: '*', element: <Elsewhere /> }])
}

/** Drawn when a screen navigates out of its remote. */
function Elsewhere() {
  return <p data-testid="elsewhere">{useLocation().pathname}</p>
}

function LocationProbe({ onLocation }: { onLocation: (place: string) => void }) {
  const { pathname, search } = useLocation()
  useEffect(() => onLocation(pathname + search))
  return null
}

function createRecordingHost(calls: [keyof Host, ...unknown[]][], given: Partial<Host>): Host {
  const record =
    (name: keyof Host) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args])
      return (given[name] as ((...args: unknown[]) => unknown) | undefined)?.(...args)
    }
  const names = [
    'signIn',
    'forgetInviter',
    'signOut',
    'setLanguage',
    'openLanguage',
    'setTheme',
    'showToast',
    'openHelp',
    'reportFailure',
  ] as const
  return Object.fromEntries(names.map(name => [name, record(name)])) as unknown as Host
}
