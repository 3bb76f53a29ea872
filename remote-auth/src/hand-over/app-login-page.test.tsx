// @vitest-environment jsdom
import { getSetting } from '@adcoin/contract'
import { sessionStore } from '@adcoin/session'
import { ana, apiDouble, offline, rawAnswer, renderRemote, when, type ApiDouble } from '@adcoin/testing'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

let api: ApiDouble
beforeEach(() => void (api = apiDouble()))
afterEach(() => api.end())

const token = 'session-of-bruno-0123456789abcdef'
const at = (json: string) => `/appLogin?data=${encodeURIComponent(json)}`
const handedOver = at(`{"authorized_key":"${token}"}`)
const brunos = { authorized_key: token, user_id: 'u_bruno', login_type: 'email', country_code: 'ES' } as const
/** The service knows this token as Bruno's. */
const isBrunos = when(getSetting, { user_id: 'u_bruno', login_type: 'email', country_code: 'ES' })
const isNobodys = when(getSetting, rawAnswer('{"code":401,"msg":"over","data":null}'))
const sentKeys = () => api.requests(getSetting).map(({ headers }) => headers.get('authorized-key'))

describe('a native hand-over', () => {
  it('is asked about, signs in and leaves nothing in the address', async () => {
    api.answer(isBrunos)
    const { hostCalls, where } = await renderRemote(remote, { path: handedOver, person: null })
    await expect.poll(() => hostCalls).toEqual([['signIn', brunos]])
    expect(where()).toBe('/appLogin')
    expect(sentKeys()).toEqual([token])
  })

  it('may come over the bridge of the app; of two at once the last counts', async () => {
    api.answer(isBrunos)
    const { hostCalls } = await renderRemote(remote, { path: '/appLogin', person: null })
    act(() => {
      window.adcoinAppLogin?.(`{"authorized_key":"first-${token}"}`)
      window.adcoinAppLogin?.(`{"authorized_key":"${token}"}`)
    })
    await expect.poll(() => hostCalls).toEqual([['signIn', brunos]])
  })

  it('asks before it replaces the session of another person, and may be refused', async () => {
    api.answer(isBrunos)
    const { hostCalls, user, where } = await renderRemote(remote, { path: handedOver })
    expect(await screen.findByText('Switch to another account?')).toBeTruthy()
    expect(where()).toBe('/appLogin')
    await user.click(screen.getByRole('button', { name: 'Stay logged in as I am' }))
    await expect.poll(where).toBe('/home')
    expect(hostCalls).toEqual([])
  })

  it('of the session that is there already goes home without a question', async () => {
    const { where } = await renderRemote(remote, { path: at(`{"authorized_key":"${ana.login.authorized_key}"}`) })
    await expect.poll(where).toBe('/home')
  })

  it('of a newer session of the same person takes its place without a question', async () => {
    api.answer(when(getSetting, { user_id: ana.login.user_id }))
    const { hostCalls } = await renderRemote(remote, { path: handedOver })
    await expect.poll(() => hostCalls.map(([name]) => name)).toEqual(['signIn'])
  })

  it.each([
    ['signed in', ana],
    ['signed out', null],
  ])('with an invented token changes nothing for a person %s, and shows it', async (_, person) => {
    api.answer(isNobodys)
    const { hostCalls } = await renderRemote(remote, { path: handedOver, person })
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed')
    expect(hostCalls).toEqual([])
    expect(sessionStore.getState().person?.token ?? null).toBe(person?.login.authorized_key ?? null)
  })

  it('that cannot be asked about keeps the session, and is asked about again by hand', async () => {
    api.answer(when(getSetting, offline()))
    const { hostCalls, user } = await renderRemote(remote, { path: handedOver })
    const again = await screen.findByRole('button', { name: 'Retry' })
    expect(sessionStore.getState().person?.token).toBe(ana.login.authorized_key)
    api.answer(when(getSetting, { user_id: ana.login.user_id }))
    await user.click(again)
    await expect.poll(() => hostCalls.map(([name]) => name)).toEqual(['signIn'])
  })

  it.each(['', '{', '[]', '{"authorized_key":1}'])('of %j fails plainly and stores nothing', async json => {
    const { hostCalls } = await renderRemote(remote, { path: at(json), person: null })
    expect((await screen.findAllByText('Sign-in from the app failed')).length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(hostCalls).toEqual([])
  })
})
