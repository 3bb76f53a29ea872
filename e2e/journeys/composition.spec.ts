import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildReleaseKey, type Live } from '@adcoin/contract'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import { listFilesBelow } from '../product/site.ts'
import { createTestAccount, openAs } from '../product/test-account.ts'
import { expect, test, type Page } from '../product/test.ts'

/** Text that stands exactly once in each library and survives the minifier. */
const signatures = {
  react: 'takes an object of state variables to update or a function',
  'react-dom': '"__reactContainer$"',
  'react-router': 'useNavigate() may be used only in the context of a <Router> component',
  rxjs: 'errors occurred during unsubscription',
  zustand: /getInitialState:\(\)=>/g,
  i18next: 'emit("languageChanging"',
  axios: 'There is no suitable adapter to dispatch the request',
  'federation runtime': '[ Federation Runtime ]',
  'react-query': 'No QueryClient set, use QueryClientProvider to set one',
} as const

test(
  'React, router, bus, session and language are the same objects in shell and remotes',
  { tag: '@core' },
  async ({ context, product, operate }) => {
    const page = await openAs(context, product.url, await createTestAccount(product.url, operate), '/home')
    // One document in which all four are mounted one after another.
    await waitUntilDrawn(page)
    for (const name of ['Tasks', 'Money', 'Team'] as const) await visit(page, name)
    await go(page, '/personalSetting')
    await expect(page.locator('[data-area=remote-auth]')).toBeVisible()

    const found = await page.evaluate(readInstances)
    expect(found.map(({ app }) => app).sort()).toEqual([
      'remote_auth',
      'remote_tasks',
      'remote_team',
      'remote_wallet',
      'shell',
    ])
    for (const { app, same, used, others } of found) {
      expect(same, app).toEqual({ react: true, useNavigate: true, bus: true, sessionStore: true, i18n: true })
      expect(others, `${app}: no second version is offered`).toEqual([])
      if (app !== 'shell')
        expect(used, `${app} took these from the shell`).toEqual(
          expect.arrayContaining(['@adcoin/i18n', '@adcoin/session', '@adcoin/remote', 'react/jsx-runtime']),
        )
    }
  },
)

test('five releases hold exactly one copy of each library, and the search would find a second', async ({ product }) => {
  const releases = join(product.dataDir, 'store/releases')
  const live = await liveFolders(product.url)
  const scripts = live.flatMap(({ app, path }) =>
    listFilesBelow(join(releases, path))
      .filter(file => file.endsWith('.js'))
      .map(file => ({ app, text: readFileSync(file, 'utf8') })),
  )
  expect(new Set(scripts.map(({ app }) => app)).size).toBe(5)
  for (const [library, signature] of Object.entries(signatures)) {
    expect(ownersOf(scripts, signature), library).toEqual(['shell'])
    const script = scripts.find(({ text }) => ownersOf([{ app: '', text }], signature).length > 0)
    expect(
      ownersOf([...scripts, { app: 'remote-x', text: script?.text ?? '' }], signature),
      `${library}, twice`,
    ).toEqual(['shell', 'remote-x'])
  }
})

test(
  'one i18next instance has the language; axios interceptors send it and unwrap answers',
  { tag: '@core' },
  async ({ context, product, operate }) => {
    const somebody = await createTestAccount(product.url, operate)
    const page = await openAs(context, product.url, somebody, '/home')
    await waitUntilDrawn(page)
    await watchLibraries(page)
    await visit(page, 'Team')
    await expect.poll(() => page.evaluate(() => window.sent)).toContainEqual(['en_US', true])
    await page.evaluate(() => Object.assign(window, { sent: [] }))
    const other = await openAs(context, product.url, somebody, '/language')
    await other.locator('input[type=radio][value=hi_IN]').check()
    await page.bringToFront()
    await expect.poll(() => page.evaluate(() => window.i18next.resolvedLanguage)).toBe('hi-IN')
    await expect.poll(() => page.evaluate(() => window.sent)).toContainEqual(['hi_IN', true])
    const title = await page.evaluate(() => window.i18next.t('titles.team', { ns: 'team' }))
    await expect(page).toHaveTitle(`${title} · Ad Coin`)
  },
)

test('no file of the shell names a release or a container of a remote', async ({ product }) => {
  const releases = join(product.dataDir, 'store/releases')
  const live = await liveFolders(product.url)
  const [shell, ...remotes] = live
  const shellText = listFilesBelow(join(releases, shell?.path ?? ''))
    .filter(file => !/\.(br|gz|png)$/.test(file))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const own = new Set(listFilesBelow(join(releases, shell?.path ?? '')).map(nameOf))
  const names = remotes.flatMap(({ path, container, id }) => [path, id, container])
  expect(names).toHaveLength(12)
  expect(names.filter(name => shellText.includes(name))).toEqual([])
  // The search sees what is there: the shell's own chunk is named by the shell.
  expect([...own].some(name => /^\d+\.js$/.test(name) && shellText.includes(name.slice(0, -3)))).toBe(true)
})

const remoteOf = { Tasks: 'tasks', Money: 'wallet', Team: 'team' }

declare global {
  interface Window {
    /** The page's i18next instance. */
    i18next: { readonly resolvedLanguage: string; t(key: string, options: object): string }
    /** Of each answer: the language of its request, and whether its envelope was opened. */
    sent: (readonly [language: unknown, isOpened: boolean])[]
  }
}

/** In the page: keeps the i18next instance, and adds an interceptor to the axios instance after its own. */
async function watchLibraries(page: Page): Promise<void> {
  await page.evaluate(() => {
    type Answer = { config: { headers: { get(name: string): unknown } }; data: unknown }
    type Client = { interceptors: { response: { use(each: (answer: Answer) => Answer): void } } }
    type Shared = { lib(): { i18n: Window['i18next']; client: Client } }
    const { __FEDERATION__: federation } = globalThis as unknown as {
      __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default: Record<string, Record<string, Shared>> } }[] }
    }
    const moduleOf = (name: string) => {
      const [shared] = Object.values(federation.__INSTANCES__[0]?.shareScopeMap.default[name] ?? {})
      if (!shared) throw new Error(`the shell shares no ${name}`)
      return shared.lib()
    }
    Object.assign(window, { i18next: moduleOf('@adcoin/i18n').i18n, sent: [] })
    moduleOf('@adcoin/http').client.interceptors.response.use(answer => {
      const isOpened = typeof answer.data === 'object' && answer.data !== null && !('code' in answer.data)
      window.sent.push([answer.config.headers.get('lang'), isOpened])
      return answer
    })
  })
}

async function visit(page: Page, tab: keyof typeof remoteOf): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: tab, exact: true }).click()
  await expect(page).toHaveTitle(new RegExp(tab, 'i'))
  await expect(page.locator(`[data-area=remote-${remoteOf[tab]}]`)).toBeVisible()
}

/** To another screen without a reload, wherever its link may stand. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

async function liveFolders(url: string): Promise<{ app: string; id: string; path: string; container: string }[]> {
  const { apps } = (await (await fetch(`${url}/live.json`)).json()) as Live
  return Object.entries(apps)
    .map(([app, { active: id, versions }]) => ({
      app,
      id,
      path: buildReleaseKey(app, id),
      container: versions[id]?.container ?? '',
    }))
    .sort((a, b) => Number(b.app === 'shell') - Number(a.app === 'shell'))
}

function ownersOf(scripts: readonly { app: string; text: string }[], signature: string | RegExp): string[] {
  return scripts.flatMap(({ app, text }) =>
    Array.from(
      {
        length: typeof signature === 'string' ? text.split(signature).length - 1 : [...text.matchAll(signature)].length,
      },
      () => app,
    ),
  )
}

function nameOf(file: string): string {
  return file.split('/').at(-1) ?? ''
}

/**
 * In the page: what each container of the page gets when its own code asks for a shared module, compared with what the
 * shell got.
 */
async function readInstances() {
  type Shared = { from: string; useIn: string[]; lib(): Record<string, unknown> }
  type Instance = {
    name: string
    shareScopeMap: { default?: Record<string, Record<string, Shared>> }
    loadShare(name: string, how: unknown): Promise<false | (() => Record<string, unknown>)>
  }
  const { __INSTANCES__: instances } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } })
    .__FEDERATION__
  const [shell] = instances
  if (!shell) throw new Error('no federation in this page')
  const scopeOf = (instance: Instance) => instance.shareScopeMap.default ?? {}
  // The shell imports what it provides; a remote's own code asks its container in just these words.
  const loadShared = async (instance: Instance, name: string) => {
    const [provided] = Object.values(scopeOf(shell)[name] ?? {})
    if (instance === shell) return provided?.lib() ?? {}
    const factory = await instance.loadShare(name, {
      customShareInfo: {
        scope: ['default'],
        shareConfig: {
          singleton: true,
          strictVersion: true,
          requiredVersion: `^${Object.keys(scopeOf(shell)[name] ?? {})[0]}`,
        },
      },
    })
    return factory ? factory() : {}
  }
  const describeInstance = async (instance: Instance) => ({
    react: await loadShared(instance, 'react'),
    useNavigate: (await loadShared(instance, '@adcoin/router'))['useNavigate'],
    // The list of its functions is a frozen copy for each remote.
    bus: ((await loadShared(instance, '@adcoin/events'))['bus'] as { on?: unknown } | undefined)?.on,
    sessionStore: (await loadShared(instance, '@adcoin/session'))['sessionStore'],
    i18n: (await loadShared(instance, '@adcoin/i18n'))['i18n'],
  })
  const own = await describeInstance(shell)
  return Promise.all(
    instances.map(async instance => {
      const scope = scopeOf(instance)
      const entries = Object.entries(scope).flatMap(([name, versions]) =>
        Object.entries(versions).map(([version, shared]) => ({ name, version, shared })),
      )
      const theirs = await describeInstance(instance)
      return {
        app: instance.name
          .split('_')
          .slice(0, instance.name === 'shell' ? 1 : 2)
          .join('_'),
        same: Object.fromEntries(
          Object.entries(theirs).map(([name, thing]) => [
            name,
            thing !== undefined && Object.is(thing, own[name as keyof typeof own]),
          ]),
        ),
        used: entries.filter(({ shared }) => shared.useIn.includes(instance.name)).map(({ name }) => name),
        others: entries
          .filter(({ name, shared }) => shared.from !== 'shell' || Object.keys(scope[name] ?? {}).length !== 1)
          .map(({ name, version }) => `${name}@${version}`),
      }
    }),
  )
}
