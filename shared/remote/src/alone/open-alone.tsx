import { useEffect, useState, Fragment, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import {
  type Address,
  type LoginResult,
  defaultLanguage,
  detectLanguage,
  languages,
  tagOf,
  type ApiCode,
} from '@adcoin/contract'
import { httpReports } from '@adcoin/http'
import { currentLanguage, setLanguage, useLanguage } from '@adcoin/i18n'
import { BrowserRouter, Link, matchPath, useRoutes } from '@adcoin/router'
import { createSessionWriter } from '@adcoin/session'
import { ToastHost, UiProvider } from '@adcoin/ui'
import { failureText } from '../pages/failure-text.ts'
import type { Host, RemoteModule, ToastKind } from '../remote-module.ts'
import { sharedTexts } from '../texts.ts'

/** The test person Ana. Only an API double accepts her token. */
const ana: LoginResult = {
  authorized_key: 'standalone-page-of-ana-0001',
  login_type: 'mobile',
  country_code: 'MX',
  mobile_sag: '+52',
  user_id: 'ana',
  is_new: false,
  expires_at: '2099-01-01T00:00:00.000Z',
}
const session = createSessionWriter()

/**
 * Opens one remote without the shell, as Ana: router, shared packages, language switch and toasts around its routes.
 * For `npm run dev -w remote-…` only: a separate entry (`@adcoin/remote/alone`), so that no product page contains it.
 *
 * @returns draws another module in its place: the same remote after a change
 */
export async function openRemoteAlone(module: RemoteModule): Promise<(next: RemoteModule) => Promise<void>> {
  session.signIn(ana)
  const language = detectLanguage(navigator.languages)
  const [first = '/', ...others] = module.routes.map(route => route.path ?? '/')
  // By its routes, not by its title: no text is there yet.
  if (![first, ...others].some(path => matchPath({ path, end: true }, window.location.pathname)))
    window.history.replaceState(null, '', first)
  await Promise.all([setLanguage(language), sharedTexts.load(language)])
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  const draw = async (shown: RemoteModule) => {
    await shown.preload(window.location.pathname, currentLanguage())
    root.render(
      <BrowserRouter>
        <StandalonePage module={shown} />
      </BrowserRouter>,
    )
  }
  await draw(module)
  return draw
}

type Toast = { id: number; text: string; kind: ToastKind }

/** The remote's own routes in the least of a frame: language, screens, toasts. */
function StandalonePage({ module }: { module: RemoteModule }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const showToast = (text: string, kind: ToastKind) => setToast({ id: performance.now(), text, kind })
  const [connected, setConnected] = useState<RemoteModule>()

  useEffect(() => {
    const host: Host = {
      signIn: async () => session.signIn(ana),
      signOut: async () => session.signOut('logout'),
      setLanguage: code => changeLanguage(module, code),
      openLanguage: () => document.querySelector('select')?.focus(),
      setTheme: theme => applyTheme(theme),
      showToast: (text, kind = 'info') => showToast(text, kind),
      openHelp: () => showToast(sharedTexts.t('alone.help'), 'info'),
      reportFailure: ({ error }) => reportError(error),
    }
    module.connect(host)
    const stop = module.start()
    setConnected(module)
    return stop
  }, [module])

  useEffect(
    () =>
      httpReports.subscribe(report => {
        if (report.type === 'failed' && report.showAs === 'toast') showToast(failureText(report.failure), 'bad')
      }),
    [],
  )

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), 2500)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <UiProvider link={Link}>
      <StandaloneBar module={module} />
      <Suspense fallback={null}>{connected === module && <RemoteRoutes module={module} />}</Suspense>
      <ToastHost toast={toast} />
    </UiProvider>
  )
}

function RemoteRoutes({ module }: { module: RemoteModule }) {
  return useRoutes(module.routes)
}

function StandaloneBar({ module }: { module: RemoteModule }) {
  const t = sharedTexts.useT()
  const language = useLanguage()
  return (
    <nav aria-label={t('alone.screens')}>
      <select
        aria-label={t('alone.language')}
        value={language}
        onChange={event =>
          void changeLanguage(
            module,
            languages.find(each => each.api_code === event.target.value)?.api_code ?? defaultLanguage,
          )
        }
      >
        {languages.map(each => (
          <option key={each.api_code} value={each.api_code}>
            {each.title}
          </option>
        ))}
      </select>
      {module.routes.map(route => (
        <Fragment key={route.path}>
          {' '}
          <Link to={(route.path ?? '/') as Address}>{route.path}</Link>
        </Fragment>
      ))}
    </nav>
  )
}

async function changeLanguage(module: RemoteModule, code: ApiCode): Promise<void> {
  await Promise.all([sharedTexts.load(code), module.preload(window.location.pathname, code)])
  await setLanguage(code)
  document.documentElement.lang = tagOf(code)
  document.title = module.title(window.location.pathname) ?? ''
}

function applyTheme(theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
