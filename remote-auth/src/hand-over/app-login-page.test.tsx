// @vitest-environment jsdom
import { ana, apiDouble, renderRemote, type ApiDouble } from '@adcoin/testing'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
beforeEach(() => void (api = apiDouble()))
afterEach(() => api.end())

const token = 'session-of-bruno-0123456789abcdef'
const at = (json: string) => `/appLogin?data=${encodeURIComponent(json)}`

describe('a native hand-over', () => {
  it('signs in and leaves nothing in the address', async () => {
    const { hostCalls, where } = await renderRemote(door, { path: at(`{"authorized_key":"${token}"}`), person: null })
    await expect.poll(() => hostCalls).toEqual([['signIn', { authorized_key: token }]])
    expect(where()).toBe('/appLogin')
    expect(api.requests()).toEqual([])
  })

  it('may come over the bridge of the app', async () => {
    const { hostCalls } = await renderRemote(door, { path: '/appLogin', person: null })
    act(() => window.adcoinAppLogin?.(`{"authorized_key":"${token}"}`))
    await expect.poll(() => hostCalls).toEqual([['signIn', { authorized_key: token }]])
  })

  it('asks before it replaces another session, and may be refused', async () => {
    const { hostCalls, user, where } = await renderRemote(door, { path: at(`{"authorized_key":"${token}"}`) })
    expect(await screen.findByText('Switch to another account?')).toBeTruthy()
    expect(where()).toBe('/appLogin')
    await user.click(screen.getByRole('button', { name: 'Stay logged in as I am' }))
    await expect.poll(where).toBe('/home')
    expect(hostCalls).toEqual([])
  })

  it('of the session that is there already goes home without a question', async () => {
    const { where } = await renderRemote(door, { path: at(`{"authorized_key":"${ana.login.authorized_key}"}`) })
    await expect.poll(where).toBe('/home')
  })

  it.each(['', '{', '[]', '{"authorized_key":1}'])('of %j fails plainly and stores nothing', async json => {
    const { hostCalls } = await renderRemote(door, { path: at(json), person: null })
    expect((await screen.findAllByText('Sign-in from the app failed')).length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(hostCalls).toEqual([])
  })
})
