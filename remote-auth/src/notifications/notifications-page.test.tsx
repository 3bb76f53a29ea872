// @vitest-environment jsdom
import { pushKey, pushState, pushSubscribe, pushUnsubscribe } from '@adcoin/contract'
import { offline, openRemote, when, type AnswerChanges } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

const endpoint = 'https://push.example/device'
const answered = { endpoint, p256dh: 'public', auth: 'secret' }
/** `AQID` and `BAUG`: two keys of a deployment. */
const [key, newKey] = ['AQID', 'BAUG']

let subscription: { ofKey: string } | null
let permission: NotificationPermission
const requestPermission = vi.fn<() => Promise<NotificationPermission>>()

/** The browser's side of push, as far as the page uses it. */
function giveBrowserPush(): void {
  const describe = (ofKey: string) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(ofKey), letter => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ keys: { p256dh: 'public', auth: 'secret' } }),
    unsubscribe: async () => {
      subscription = null
      return true
    },
  })
  const pushManager = {
    getSubscription: async () => subscription && describe(subscription.ofKey),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      subscription = { ofKey: applicationServerKey }
      return describe(applicationServerKey)
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    requestPermission,
    get permission() {
      return permission
    },
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ pushManager }) },
    configurable: true,
  })
}

beforeEach(() => {
  subscription = null
  permission = 'default'
  requestPermission.mockReset().mockImplementation(async () => (permission = 'granted'))
  giveBrowserPush()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const open = (overrides: AnswerChanges = {}, path = '/notifications') =>
  openRemote(remote, path, { overrides: { ...when(pushKey, { public_key: key }), ...overrides } })

/** A device that was turned on earlier. */
function subscribeEarlier(ofKey = key): void {
  subscription = { ofKey }
  permission = 'granted'
}

const listOn = () =>
  screen.getAllByRole<HTMLInputElement>('switch').flatMap(each => (each.checked ? [each.labels?.[0]?.textContent] : []))

describe('push notifications of this device', () => {
  it('ask for the permission only at the tap, then subscribe all four kinds', async () => {
    const { api, user } = await open()
    const button = await screen.findByRole('button', { name: 'Turn on notifications' })
    expect(requestPermission).not.toHaveBeenCalled()
    await user.click(button)
    await expect.poll(() => screen.queryAllByRole('switch')).toHaveLength(4)
    expect(listOn()).toHaveLength(4)
    expect(api.requests(pushSubscribe).map(({ input }) => input)).toEqual([
      { ...answered, kinds: ['paid', 'returned', 'rejected', 'expiring'] },
    ])
  })

  it('show how to allow them after a no, and work after it was taken back', async () => {
    requestPermission.mockImplementation(async () => (permission = 'denied'))
    const { api, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
    expect(await screen.findByText(/^Your browser blocks notifications/)).toBeVisible()
    expect(api.requests(pushSubscribe)).toEqual([])
    permission = 'granted'
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  })

  it('are switched by kind', async () => {
    subscribeEarlier()
    const { api, user } = await open(when(pushState, { kinds: ['paid', 'expiring', 'of a later release'] }))
    await expect.poll(() => screen.queryAllByRole('switch')).toHaveLength(4)
    expect(listOn()).toEqual(['A reward or withdrawal is paid', 'The time for a task runs out soon'])
    await user.click(screen.getByRole('switch', { name: 'A proof fails the review' }))
    await expect.poll(listOn).toHaveLength(3)
    expect(api.requests(pushSubscribe).map(({ input }) => input)).toEqual([
      { ...answered, kinds: ['paid', 'rejected', 'expiring'] },
    ])
  })

  it.each([
    ['the button', () => screen.findByRole('button', { name: 'Turn off on this device' })],
    ['the last switch', () => screen.findByRole('switch', { name: 'A reward or withdrawal is paid' })],
  ])('are turned off by %s, at the service and in the browser', async (_by, find) => {
    subscribeEarlier()
    const { api, user } = await open(when(pushState, { kinds: ['paid'] }))
    await user.click(await find())
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible()
    expect(api.requests(pushUnsubscribe).map(({ input }) => input)).toEqual([{ endpoint }])
    expect(subscription).toBeNull()
  })

  it('are subscribed again with the same kinds after the key of the deployment changed', async () => {
    subscribeEarlier(key)
    const { api } = await open({
      ...when(pushKey, { public_key: newKey }),
      ...when(pushState, { kinds: ['returned'] }),
    })
    await expect.poll(() => subscription).toEqual({ ofKey: newKey })
    await expect
      .poll(() => api.requests(pushSubscribe).map(({ input }) => input))
      .toMatchObject([{ kinds: ['returned'] }])
  })

  it('belong to the person who turned them on: for the next one they are off', async () => {
    subscribeEarlier()
    await open(when(pushState, { kinds: [] }))
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  })

  it('report a browser or service that does not answer', async () => {
    subscribeEarlier()
    await open(when(pushState, offline()))
    expect(await screen.findByText(/^This did not work/)).toBeVisible()
  })

  it('need an installed app on an iPhone', async () => {
    vi.unstubAllGlobals()
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Safari/604.1' })
    await open()
    expect(await screen.findByText(/tap Share, then “Add to Home Screen”/)).toBeVisible()
  })
})

describe('the settings', () => {
  it.each([
    ['the deployment has no key', () => {}, null],
    ['the browser has no push', () => vi.unstubAllGlobals(), key],
  ])('have no row where %s', async (_why, change, public_key) => {
    change()
    const { api } = await open(when(pushKey, { public_key }), '/personalSetting')
    expect(await screen.findByRole('link', { name: 'Language' })).toBeVisible()
    if (public_key === null) await expect.poll(() => api.requests(pushKey)).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'Push notifications' })).toBeNull()
  })

  it('lead to them, and a logout ends them on this device first', async () => {
    subscribeEarlier()
    const { api, user, hostCalls } = await open({}, '/personalSetting')
    expect((await screen.findByRole('link', { name: 'Push notifications' })).getAttribute('href')).toBe(
      '/notifications',
    )
    await user.click(screen.getByRole('button', { name: 'Log out' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }))
    await expect.poll(() => hostCalls).toEqual([['signOut']])
    expect(api.requests(pushUnsubscribe).map(({ input }) => input)).toEqual([{ endpoint }])
    expect(subscription).toBeNull()
  })
})
