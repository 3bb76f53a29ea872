// @vitest-environment jsdom
import { getSetting, saveSetting, userState, type UserSetting } from '@adcoin/contract'
import { queryClient } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { createSessionWriter } from '@adcoin/session'
import { ana, apiDouble, type ApiDouble } from '@adcoin/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startRefreshes } from './refreshes.ts'
import { followTimeZone } from './time-zone.ts'

const writer = createSessionWriter()
let api: ApiDouble
let stops: (() => void)[] = []
let browserZone = 'America/Mexico_City'

beforeEach(() => {
  const resolved = Intl.DateTimeFormat.prototype.resolvedOptions
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolved.call(this), timeZone: browserZone }
  })
  api = apiDouble()
  writer.signIn({ authorized_key: 'token-of-ana-0123456789' })
  stops = [startRefreshes(writer), followTimeZone()]
})
afterEach(() => {
  for (const stop of stops) stop()
  writer.signOut('logout')
  api.end()
  vi.restoreAllMocks()
})

const arrives = (known: Partial<UserSetting>) => writer.setUser({ ...ana.setting, ...known })
const listSavedSettings = () => api.requests(saveSetting).map(request => request.input)
/** Whatever was begun has had its turn. */
const waitForRequests = () => new Promise(done => setTimeout(done, 50))

it('the browser sends its zone once, at the first sign-in, and reloads what is shown by day', async () => {
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries')
  arrives({ time_zone: null })
  await expect.poll(listSavedSettings).toEqual([{ time_zone: 'America/Mexico_City' }])
  await expect.poll(() => refreshed.mock.calls.map(([filters]) => filters?.queryKey?.[1])).toContain(userState.path)
  expect(queryClient.getQueryData<UserSetting>([getSetting.method, getSetting.path, {}])?.time_zone).toBe(
    'America/Mexico_City',
  )
  arrives({ time_zone: null, nick_name: 'Ana again' })
  await waitForRequests()
  expect(listSavedSettings()).toHaveLength(1)
})

it('and again when the browser is somewhere else', async () => {
  arrives({ time_zone: 'America/Mexico_City' })
  await waitForRequests()
  expect(listSavedSettings()).toEqual([])
  browserZone = 'Europe/Lisbon'
  arrives({ time_zone: 'America/Mexico_City', nick_name: 'Ana in Lisbon' })
  await expect.poll(listSavedSettings).toEqual([{ time_zone: 'Europe/Lisbon' }])
})

it('a zone that the person chose is left alone, and dates are shown in it', async () => {
  arrives({ time_zone: 'Pacific/Kiritimati', time_zone_auto: false })
  await waitForRequests()
  expect(listSavedSettings()).toEqual([])
  expect(formatDate('2026-03-10T10:00:00Z', 'monthDay', 'en_US')).toBe('Mar 11')
  arrives({ time_zone: 'Pacific/Pago_Pago', time_zone_auto: false })
  expect(formatDate('2026-03-10T10:00:00Z', 'monthDay', 'en_US')).toBe('Mar 9')
  expect(formatDate('2026-03-10T10:00:00Z', 'nearDay', 'en_US', Date.parse('2026-03-10T12:00:00Z'))).toBe('Yesterday')
  arrives({ time_zone: 'Mars/Olympus', time_zone_auto: false })
  expect(formatDate('2026-03-10T12:00:00Z', 'monthDay', 'en_US')).toBe('Mar 10')
})
