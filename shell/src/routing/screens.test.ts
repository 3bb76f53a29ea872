import { expect, test } from 'vitest'
import type { Location } from '@adcoin/router'
import { moveScreens, openScreens, type Screens } from './screens.ts'

const ana = { sessionEpoch: 1, language: 'en_US' } as const
const at = (address: string) => {
  const [pathname = '', search] = address.split('?')
  return { pathname, search: search === undefined ? '' : `?${search}`, hash: '', state: null, key: address } as Location
}
let stale: string[] = []
const tabs = {
  isTab: (path: string) => ['/home', '/money', '/team', '/taskList', '/fifth', '/sixth'].includes(path),
  canResume: (path: string) => !stale.includes(path),
}
const visit = (addresses: readonly string[], from?: Screens, visitor: Parameters<typeof openScreens>[0] = ana) =>
  addresses.reduce<Screens | undefined>(
    (before, address) =>
      before ? moveScreens(before, visitor, at(address), tabs) : openScreens(visitor, at(address), tabs),
    from,
  ) ?? expect.fail()
const hiddenIn = ({ hidden }: Screens) => hidden.map(({ location }) => location.pathname)

test('a tab is shown again as it was left; any other screen is a new one', () => {
  const screens = visit(['/home', '/taskList?kind=2', '/task/1', '/money'])
  expect(hiddenIn(screens)).toEqual(['/taskList', '/home'])
  const again = visit(['/taskList?kind=2', '/task/1'], screens)
  expect(again.shown.id).toBe(5)
  const back = visit(['/taskList?kind=2'], again)
  expect(back.shown).toMatchObject({ id: 2, former: { search: '?kind=2' } })
  expect(visit(['/taskList'], back).shown).toEqual({ ...back.shown, location: at('/taskList'), former: undefined })
})

test('nothing is kept for another session, and no hidden screen for another language', () => {
  const screens = visit(['/home', '/money'])
  const other = visit(['/money'], screens, { ...ana, sessionEpoch: 2 })
  expect([other.shown.id, hiddenIn(other)]).toEqual([3, []])
  const spanish = visit(['/money'], screens, { ...ana, language: 'es_MX' })
  expect([spanish.shown.id, hiddenIn(spanish)]).toEqual([2, []])
})

test('a screen that may not be shown again goes at once', () => {
  const [location, screens] = [at('/money'), visit(['/home', '/team'])]
  const shown = moveScreens(screens, ana, location, tabs)
  expect(moveScreens(shown, ana, location, tabs)).toBe(shown)
  stale = ['/home', '/money']
  expect(hiddenIn(moveScreens(shown, ana, location, tabs))).toEqual(['/team'])
  expect(visit(['/team', '/home'], shown).shown.id).toBe(4)
  stale = []
})

test('at most four are hidden: the latest', () => {
  expect(hiddenIn(visit(['/home', '/money', '/team', '/taskList', '/fifth', '/sixth']))).toEqual([
    '/fifth',
    '/taskList',
    '/team',
    '/money',
  ])
})
