// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { bus, emitterFor } from '@adcoin/events'
import { createTexts, setLanguage } from '@adcoin/i18n'
import { useParams, useRoutes } from '@adcoin/router'
import { MemoryRouter } from '@adcoin/router/memory'
import { defineRemote, type RemoteScope } from './define-remote.tsx'
import { isRemoteModule, type Host, type RemoteModule } from './remote-module.ts'
import { useHost } from './host.tsx'

afterEach(cleanup)

const say = (mark: string) => async () => ({ default: { titles: { task: `Task${mark}`, list: `List${mark}` } } })
const texts = createTexts('sample', {
  en_US: say(''),
  zh_TW: say(' zh'),
  pt_PT: say(' pt'),
  hi_IN: say(' hi'),
  es_MX: say(' mx'),
  es_ES: say(' es'),
})
const quiet = async () => undefined
const host: Host = {
  signOut: quiet,
  setLanguage: quiet,
  openLanguage: vi.fn(),
  setTheme: vi.fn(),
  showToast: vi.fn(),
  openHelp: vi.fn(),
  reportFailure: vi.fn(),
}

function Task() {
  const { taskId } = useParams()
  const { openHelp } = useHost()
  return (
    <button type="button" onClick={openHelp}>
      Task {taskId}
    </button>
  )
}

function sample(start?: (scope: RemoteScope) => void, load = vi.fn(async () => ({ Page: Task }))) {
  const module = defineRemote({
    name: 'sample',
    texts,
    routes: [
      { path: '/task/:taskId', title: 'titles.task', page: load },
      { path: '/list', title: 'titles.list', page: async () => ({ Page: () => <p>List</p> }) },
    ],
    ...(start ? { start: async () => ({ start }) } : {}),
  })
  module.connect(host)
  return { module, load }
}

function Shown({ module }: { module: RemoteModule }) {
  return useRoutes(module.routes)
}
const renderShown = (module: RemoteModule, path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Suspense fallback={<p>Waiting</p>}>
        <Shown module={module} />
      </Suspense>
    </MemoryRouter>,
  )

test('what is defined is a remote module', () => expect(isRemoteModule(sample().module)).toBe(true))

test('after a preload a screen is drawn in the first render, without a fallback', async () => {
  const { module, load } = sample()
  await module.preload('/task/7', 'en_US')
  renderShown(module, '/task/7')
  expect(screen.getByRole('button', { name: 'Task 7' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a screen asks its own host', async () => {
  const { module } = sample()
  await module.preload('/task/7', 'en_US')
  renderShown(module, '/task/7')
  screen.getByRole('button').click()
  expect(host.openHelp).toHaveBeenCalled()
})

test('a failed chunk rejects the preload, and the next preload tries again', async () => {
  const load = vi
    .fn<() => Promise<{ Page: typeof Task }>>()
    .mockRejectedValueOnce(new Error('404'))
    .mockResolvedValue({ Page: Task })
  const { module } = sample(undefined, load as never)
  await expect(module.preload('/task/7', 'en_US')).rejects.toThrow('404')
  await expect(module.preload('/task/7', 'en_US')).resolves.toBeUndefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a page module without a Page is refused with a sentence', async () => {
  const { module } = sample(undefined, vi.fn(async () => ({ Screen: Task })) as never)
  await expect(module.preload('/task/7', 'en_US')).rejects.toThrow('must export a component named Page')
})

test('a title is that of the route, in the current language; another path has none', async () => {
  const { module } = sample()
  await module.preload('/list', 'en_US')
  expect(module.title('/list')).toBe('List')
  expect(module.title('/task/9')).toBe('Task')
  expect(module.title('/nowhere')).toBeUndefined()
  await setLanguage('pt_PT')
  expect(module.title('/list')).toBe('List pt')
  await setLanguage('en_US')
})

test('what a remote subscribed to while it was mounted ends with it', async () => {
  const events: string[] = []
  let signal: AbortSignal | undefined
  const { module } = sample(scope => {
    signal = scope.signal
    bus.scope('sample', scope.signal).on('shell.languageChanged', ({ language }) => events.push(language))
  })
  const stop = module.start()
  await expect.poll(() => signal).toBeDefined()
  emitterFor('shell')('shell.languageChanged', { language: 'hi_IN' })
  await Promise.resolve()
  stop()
  emitterFor('shell')('shell.languageChanged', { language: 'zh_TW' })
  await Promise.resolve()
  expect(events.at(-1)).toBe('hi_IN')
  expect(events).not.toContain('zh_TW')
  expect(signal?.aborted).toBe(true)
})

test('what arrives after the remote was left does not begin', async () => {
  const begun = vi.fn()
  const { module } = sample(begun)
  module.start()()
  await new Promise(resolve => setTimeout(resolve))
  expect(begun).not.toHaveBeenCalled()
})

test('a start that throws is reported and can still be stopped', async () => {
  const { module } = sample(() => {
    throw new Error('start')
  })
  const stop = module.start()
  await expect.poll(() => host.reportFailure).toHaveBeenCalledWith({ error: expect.any(Error), phase: 'runtime' })
  expect(stop).not.toThrow()
})

test.each([
  null,
  undefined,
  1,
  'door',
  {},
  [],
  { name: 'x' },
  { ...sample().module, contract: 2 },
  { ...sample().module, routes: [] },
  { ...sample().module, start: undefined },
  { ...sample().module, name: '../x' },
])('%o is no remote module', value => {
  expect(isRemoteModule(value)).toBe(false)
})

test('a module whose getters throw is no remote module', () => {
  expect(
    isRemoteModule({
      get name() {
        throw new Error('trap')
      },
    }),
  ).toBe(false)
})
