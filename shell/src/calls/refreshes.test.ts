// @vitest-environment jsdom
import { balance, getSetting } from '@adcoin/contract'
import { writeCache } from '@adcoin/http'
import { createSessionWriter, sessionStore } from '@adcoin/session'
import { ana } from '@adcoin/testing'
import { afterEach, expect, it } from 'vitest'
import { wholeBalance } from './reloads.ts'
import { startRefreshes } from './refreshes.ts'

const writer = createSessionWriter()
const money = { amount: '77', hold: '0', currency: 'ADC', scale: 2, version: 1 }
let stop = () => {}
afterEach(() => {
  stop()
  globalThis.adcoinReads = undefined
  writer.signOut('logout')
})

it('the page’s data of the person is in the session before the first render, once', async () => {
  const ready = Object.fromEntries(
    Object.entries({ [`${balance.path}?fw=true`]: money, [getSetting.path]: ana.setting }).map(([address, data]) => [
      address,
      {
        status: 200,
        bytes: new TextEncoder().encode(JSON.stringify({ code: 0, msg: '', data })).buffer,
        header: new Headers(),
      },
    ]),
  )
  const answers = Object.fromEntries(Object.keys(ready).map(address => [address, Promise.resolve(new Response())]))
  writer.signIn(ana.login)
  globalThis.adcoinReads = { token: ana.login.authorized_key, language: 'en_US', answers, ready }
  stop = startRefreshes(writer)
  const first = sessionStore.getState()
  expect([first.money?.amount, first.user?.nick_name]).toEqual(['77', ana.setting.nick_name])

  // The inbox brings the same balance once more.
  writeCache(balance, wholeBalance, () => ({ ...money }))
  await new Promise(done => setTimeout(done, 20))
  expect(sessionStore.getState()).toBe(first)
  writeCache(balance, wholeBalance, () => ({ ...money, amount: '78', version: 2 }))
  await expect.poll(() => sessionStore.getState().money?.amount).toBe('78')
})
