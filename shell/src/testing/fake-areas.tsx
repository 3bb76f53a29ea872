import { useState } from 'react'
import { balance, boundAccounts, launch, taskList, userState, type ApiCode, type LoginResult } from '@adcoin/contract'
import { useEvent } from '@adcoin/events'
import { useCall, useSubmit } from '@adcoin/http'
import { createTexts } from '@adcoin/i18n'
import { defineRemote, useHost, type Host, type RemoteModule } from '@adcoin/remote'
import { Link, matchPath } from '@adcoin/router'
import { savedInviter, sessionStore } from '@adcoin/session'
import type { OutletArea, View } from '../composition/area.ts'
import type { Composition } from '../composition/composition.ts'
import type { AreaRoute } from '../composition/read-live.ts'
import { createOutletArea } from './create-outlet-area.ts'

export type FakeAreas = {
  start(): Composition
  composition(): Composition
  host(app: string): Host
  /** The paths that a start has opened, in their order. */
  opened(): readonly string[]
}

const noLog: readonly never[] = []

export const anaSignedIn: LoginResult = {
  authorized_key: 'token-of-ana-0123456789',
  login_type: 'mobile',
  country_code: 'MX',
  mobile_sag: '+52',
  user_id: 'u_ana',
  is_new: false,
  expires_at: '2099-01-01T00:00:00.000Z',
}

/** Four small remotes behind a composition that fetches nothing. */
export function createFakeAreas(broken: readonly string[]): FakeAreas {
  const modules = [createAuthRemote(), createTasksRemote(), createWalletRemote(), createFixtureRemote()]
  const hosts = new Map<string, Host>()
  const nameApp = (module: RemoteModule) => `remote-${module.name}`
  const routes: AreaRoute[] = modules.flatMap(module =>
    module.routes.map(route => ({ app: nameApp(module), path: route.path ?? '' })),
  )
  const findModule = (app: string) => modules.find(module => nameApp(module) === app)
  const areas = new Map<string, OutletArea>()
  const opened: string[] = []
  const loadArea = async (app: string, pathname: string, language: ApiCode): Promise<View> => {
    const module = findModule(app)
    if (!module || broken.includes(app)) return { status: 'unavailable' }
    await module.preload(pathname, language)
    return { status: 'ready', remote: { app, release: '1.0.0-00000000', module }, drawing: 1 }
  }
  const getArea = (app: string, pathname: string, language: ApiCode): OutletArea => {
    const found = areas.get(app + pathname) ?? createOutletArea(loadArea(app, pathname, language))
    areas.set(app + pathname, found)
    return found
  }
  const routeAt = (pathname: string) => routes.find(({ path }) => matchPath({ path, end: true }, pathname))
  const createLabels = (name: string) => ({
    en_US: name,
    zh_TW: `${name} 中`,
    pt_PT: `${name} pt`,
    hi_IN: `${name} हि`,
    es_MX: `${name} mx`,
    es_ES: `${name} es`,
  })
  const tabs = [
    { app: 'remote-tasks', path: '/home', icon: 'home', label: 'tabs.home', order: 10, labels: createLabels('Home') },
    {
      app: 'remote-wallet',
      path: '/money',
      icon: 'money',
      label: 'tabs.money',
      order: 30,
      labels: createLabels('Money'),
    },
    {
      app: 'remote-fixture',
      path: '/fixture',
      icon: 'no-such-icon',
      label: 'tabs.first',
      order: 50,
      labels: createLabels('Fixture'),
    },
  ] as const
  const composition: Composition = {
    connect({ createHost }) {
      for (const module of modules) {
        const host = createHost(nameApp(module))
        hosts.set(nameApp(module), host)
        module.connect(host)
      }
    },
    ready: async () => undefined,
    async open(pathname, language) {
      opened.push(pathname)
      const route = routeAt(pathname)
      if (route) await getArea(route.app, pathname, language).arrival
    },
    routes: () => routes,
    tabs: () => tabs,
    isComplete: () => !broken.includes('live.json'),
    refresh: async () => undefined,
    reportFailure: () => undefined,
    routeAt,
    titleOf: pathname => modules.map(module => module.title(pathname)).find(title => title !== undefined),
    prefetch: () => undefined,
    changes: () => 0,
    onChange: () => () => undefined,
    followNavigation: () => undefined,
    canResume: () => true,
    keep: () => undefined,
    insight: {
      live: () => undefined,
      overrides: () => [],
      mounted: () => undefined,
      log: () => noLog,
    },
    area: ({ app, pathname, language }) => getArea(app, pathname, language),
  }
  return {
    composition: () => composition,
    host: app => hosts.get(app) ?? throwMissing(app),
    start: () => composition,
    opened: () => opened,
  }
}

function throwMissing(app: string): never {
  throw new Error(`${app} was not connected`)
}

const english = {
  titles: {
    launch: 'Start',
    login: 'Log in',
    register: 'Join',
    appLogin: 'From the app',
    home: 'Ad Coin',
    money: 'My money',
    sell: 'Sell',
    fixture: 'Fixture',
  },
}
function createRemoteTexts(name: string) {
  const loadWithMark = (mark: string) => async () => ({
    default: {
      titles: Object.fromEntries(
        Object.entries(english.titles).map(([key, title]) => [key, key === 'home' ? title : `${title}${mark}`]),
      ) as typeof english.titles,
    },
  })
  return createTexts<typeof english>(name, {
    en_US: loadWithMark(''),
    zh_TW: loadWithMark(' zh'),
    pt_PT: loadWithMark(' pt'),
    hi_IN: loadWithMark(' hi'),
    es_MX: loadWithMark(' mx'),
    es_ES: loadWithMark(' es'),
  })
}

function createAuthRemote(): RemoteModule {
  const texts = createRemoteTexts('auth')
  function Login() {
    const t = texts.useT()
    const host = useHost()
    // As the real one: the login leaves the last screen that shows it.
    useCall(launch, {}, { staleTime: 60_000 })
    return (
      <main>
        <h1>{t('titles.login')}</h1>
        <button type="button" onClick={() => void host.signIn?.(anaSignedIn)}>
          Enter
        </button>
      </main>
    )
  }
  function Register() {
    const t = texts.useT()
    const [inviter] = useState(savedInviter)
    return (
      <main>
        <h1>{t('titles.register')}</h1>
        <p>Invited by {inviter ?? 'none'}</p>
        <label>
          Phone <input />
        </label>
      </main>
    )
  }
  function Launch() {
    const t = texts.useT()
    return (
      <main>
        <h1>{t('titles.launch')}</h1>
        <Link to="/login">To login</Link>
      </main>
    )
  }
  function AppLogin() {
    const t = texts.useT()
    const host = useHost()
    return (
      <main>
        <h1>{t('titles.appLogin')}</h1>
        <button type="button" onClick={() => void host.signIn?.({ authorized_key: 'token-of-bruno-0123456789' })}>
          Take over
        </button>
      </main>
    )
  }
  return defineRemote({
    name: 'auth',
    texts,
    routes: [
      { path: '/lanuch', title: 'titles.launch', page: async () => ({ Page: Launch }) },
      { path: '/login', title: 'titles.login', page: async () => ({ Page: Login }) },
      { path: '/register', title: 'titles.register', page: async () => ({ Page: Register }) },
      { path: '/appLogin', title: 'titles.appLogin', page: async () => ({ Page: AppLogin }) },
    ],
  })
}

function createTasksRemote(): RemoteModule {
  const texts = createRemoteTexts('tasks')
  function Home() {
    const t = texts.useT()
    return (
      <main>
        <h1>{t('titles.home')}</h1>
        <Link to="/sell">To sell</Link>
      </main>
    )
  }
  return defineRemote({
    name: 'tasks',
    texts,
    routes: [{ path: '/home', title: 'titles.home', page: async () => ({ Page: Home }) }],
  })
}

function createWalletRemote(): RemoteModule {
  const texts = createRemoteTexts('wallet')
  function Money() {
    const t = texts.useT()
    const known = useCall(balance, { fw: 'true' })
    const others = [useCall(userState, {}), useCall(taskList, {}), useCall(boundAccounts, {})]
    return (
      <main>
        <h1>{t('titles.money')}</h1>
        <p>
          Balance {known.data?.amount ?? 'unknown'}, {others.filter(other => other.isSuccess).length} more
        </p>
        <label>
          Note <input />
        </label>
      </main>
    )
  }
  function Sell() {
    const t = texts.useT()
    const state = useSubmit(userState)
    return (
      <main>
        <h1>{t('titles.sell')}</h1>
        <label>
          Amount <input />
        </label>
        <button type="button" onClick={() => void state.submit({})}>
          Ask
        </button>
      </main>
    )
  }
  return defineRemote({
    name: 'wallet',
    texts,
    routes: [
      { path: '/money', title: 'titles.money', page: async () => ({ Page: Money }) },
      { path: '/sell', title: 'titles.sell', page: async () => ({ Page: Sell }) },
    ],
  })
}

/** A remote that is in no manifest: its own route, tab, texts, and a listener on the bus. */
function createFixtureRemote(): RemoteModule {
  const texts = createRemoteTexts('fixture')
  function Fixture() {
    const t = texts.useT()
    const [heardLanguage, setHeard] = useState('nothing')
    useEvent('shell.languageChanged', ({ language }) => setHeard(language))
    return (
      <main>
        <h1>{t('titles.fixture')}</h1>
        <p>Heard {heardLanguage}</p>
        <p>{sessionStore.getState().person ? 'inside' : 'outside'}</p>
      </main>
    )
  }
  return defineRemote({
    name: 'fixture',
    texts,
    routes: [{ path: '/fixture', title: 'titles.fixture', page: async () => ({ Page: Fixture }) }],
  })
}
