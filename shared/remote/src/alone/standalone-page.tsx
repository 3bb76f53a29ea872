import { Fragment, Suspense, useEffect, useState } from 'react'
import { defaultLanguage, languages, tagOf, type ApiCode } from '@adcoin/contract'
import { httpReports } from '@adcoin/http'
import { setLanguage, useLanguage } from '@adcoin/i18n'
import { Link, useRoutes } from '@adcoin/router'
import { ToastHost, UiProvider } from '@adcoin/ui'
import type { Host, RemoteDoor, ToastKind } from '../door.ts'
import { failureText } from '../pages/failure-text.ts'
import { kitTexts } from '../texts.ts'
import { personAna } from './ana.ts'

type Toast = { id: number; text: string; kind: ToastKind }

/** The remote's own routes in the least of a frame: language, screens, toasts. */
export function StandalonePage({ door }: { door: RemoteDoor }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const say = (text: string, kind: ToastKind) => setToast({ id: performance.now(), text, kind })
  const [connected, setConnected] = useState<RemoteDoor>()

  useEffect(() => {
    const host: Host = {
      signIn: async () => personAna.signIn(),
      signOut: async () => personAna.signOut(),
      setLanguage: code => changeLanguage(door, code),
      openLanguage: () => document.querySelector('select')?.focus(),
      setTheme: theme => applyTheme(theme),
      showToast: (text, kind = 'info') => say(text, kind),
      openHelp: () => say(kitTexts.t('alone.help'), 'info'),
      reportFailure: ({ error }) => reportError(error),
    }
    door.connect(host)
    const stop = door.start()
    setConnected(door)
    return stop
  }, [door])

  useEffect(
    () =>
      httpReports.subscribe(report => {
        if (report.type === 'failed' && report.showAs === 'toast') say(failureText(report.failure), 'bad')
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
      <AloneBar door={door} />
      <Suspense fallback={null}>{connected === door && <DoorRoutes door={door} />}</Suspense>
      <ToastHost toast={toast} />
    </UiProvider>
  )
}

function DoorRoutes({ door }: { door: RemoteDoor }) {
  return useRoutes(door.routes)
}

function AloneBar({ door }: { door: RemoteDoor }) {
  const t = kitTexts.useT()
  const language = useLanguage()
  return (
    <nav aria-label={t('alone.screens')}>
      <select
        aria-label={t('alone.language')}
        value={language}
        onChange={event =>
          void changeLanguage(
            door,
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
      {door.routes.map(route => (
        <Fragment key={route.path}>
          {' '}
          <Link to={route.path ?? '/'}>{route.path}</Link>
        </Fragment>
      ))}
    </nav>
  )
}

async function changeLanguage(door: RemoteDoor, code: ApiCode): Promise<void> {
  await Promise.all([kitTexts.load(code), door.preload(window.location.pathname, code)])
  await setLanguage(code)
  document.documentElement.lang = tagOf(code)
  document.title = door.title(window.location.pathname) ?? ''
}

function applyTheme(theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
