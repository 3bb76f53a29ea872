// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import * as contract from '@adcoin/contract'
import { createSessionWriter } from '@adcoin/session'
import { ana, apiDouble, type ApiDouble } from '@adcoin/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { httpOf, httpReports, send, useCall, type HttpReport } from './index.ts'
import { mostRequestsPerMinute, writers } from './http-of.ts'

const { balance, getSetting, supportRegion, userState } = contract

let api: ApiDouble
const session = createSessionWriter()
const misused: HttpReport[] = []
httpReports.subscribe(report => report.type === 'misused' && misused.push(report))

beforeEach(() => {
  api = apiDouble()
  session.signIn(ana.login)
  misused.length = 0
})
afterEach(() => {
  cleanup()
  api.end()
  session.signOut('logout')
})

it('a remote writes its own cached answers only, and is reported once for another’s', async () => {
  const { result } = renderHook(() => useCall(balance, {}))
  await waitFor(() => expect(result.current.data).toBeTruthy())
  const { amount } = result.current.data ?? {}
  const richer = (cached: typeof result.current.data) => cached && { ...cached, amount: '99999999999' }
  const team = httpOf('team')
  team.writeCache(balance, {}, richer)
  team.writeCache(balance, {}, richer)
  team.writeCache(userState, {}, cached => cached)
  httpOf('wallet').writeCache(getSetting, {}, cached => cached)
  expect(result.current.data?.amount).toBe(amount)
  expect(misused).toMatchObject([
    { app: 'team', what: `wrote the cached answer of ${balance.path}` },
    { app: 'team', what: `wrote the cached answer of ${userState.path}` },
    { app: 'wallet', what: `wrote the cached answer of ${getSetting.path}` },
  ])
  httpOf('wallet').writeCache(balance, {}, richer)
  await waitFor(() => expect(result.current.data?.amount).toBe('99999999999'))
  expect(team.queryClient).toBeUndefined()
})

it('a remote that asks without end is cut and reported once, alone, and can still write', async () => {
  const { send: sendOfTeam, useCall: useCallOfTeam } = httpOf('team')
  const pending = Array.from({ length: mostRequestsPerMinute }, () => sendOfTeam(supportRegion, {}))
  await Promise.all(pending)
  const over = Array.from({ length: 20 }, () => sendOfTeam(supportRegion, {}).catch((thrown: unknown) => thrown))
  expect(await Promise.all(over)).toMatchObject(Array.from({ length: 20 }, () => ({ kind: 'broken' })))
  const { result } = renderHook(() => useCallOfTeam(balance, {}, { errors: 'page' }))
  await waitFor(() => expect(result.current.error?.kind).toBe('broken'), { timeout: 3000 })
  expect(misused).toHaveLength(2)
  expect(misused[0]).toMatchObject({ app: 'team', what: expect.stringContaining('requests a minute: ') })
  await expect(sendOfTeam(contract.logout, {})).resolves.toBeTruthy()
  await expect(httpOf('wallet').send(supportRegion, {})).resolves.toBeTruthy()
  await expect(send(supportRegion, {})).resolves.toBeTruthy()
})

it('each path of the table is a call of the contract', () => {
  const paths = Object.values(contract).map(each => (typeof each === 'object' && 'path' in each ? each.path : ''))
  expect(paths).toEqual(expect.arrayContaining(Object.keys(writers)))
})
