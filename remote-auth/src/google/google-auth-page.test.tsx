// @vitest-environment jsdom
import { loginOauth } from '@adcoin/contract'
import { apiDouble, renderRemote, type ApiDouble } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())

async function open(search: string) {
  api = apiDouble()
  return renderRemote(door, { path: `/google_auth${search}`, person: null })
}

describe('the way back from Google', () => {
  it('goes to the login for a visit without anything', async () => {
    const { where } = await open('')
    await expect.poll(where).toBe('/login')
  })

  it('with a code of another attempt posts nothing and says so', async () => {
    const { where } = await open('?code=abc&state=foreign')
    expect(await screen.findByText(/already used or did not start on this device/)).toBeTruthy()
    expect(where()).toBe('/google_auth')
    expect(api.requests(loginOauth)).toEqual([])
    expect(screen.getByRole('link', { name: 'Log in another way' }).getAttribute('href')).toBe('/login')
  })
})
