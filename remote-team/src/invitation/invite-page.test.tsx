// @vitest-environment jsdom
import { getSetting, launch } from '@adcoin/contract'
import { callKey, queryClient } from '@adcoin/http'
import { createSessionWriter } from '@adcoin/session'
import { ana, bruno, offline, openRemote, when } from '@adcoin/testing'
import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

const link = 'http://localhost:8080/register?invite_code=ANA2026'

async function open(overrides = {}) {
  const page = await openRemote(remote, '/invite', { overrides })
  await screen.findByText('ANA 202 6')
  return { ...page, press: (name: string) => page.user.click(screen.getByRole('button', { name })) }
}

/** The browser's sheet; jsdom has none. */
function giveShareSheet(answer: () => Promise<void>) {
  const share = vi.fn<(shared: ShareData) => Promise<void>>(answer)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share }))
  return share
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the invitation', () => {
  it('shows name, code, QR code and link, and what both get', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'Ana invites you to earn with your posts' })).toBeVisible()
    expect(screen.getByRole('img', { name: 'QR code of your invitation link' })).toBeVisible()
    expect(screen.getByText(link)).toBeVisible()
    expect(screen.getByText(/^You get an extra 10%.*They keep all of theirs\.$/)).toBeVisible()
  })

  it('of a person without a name has a headline of its own', async () => {
    await openRemote(remote, '/invite', { person: bruno })
    expect(await screen.findByRole('heading', { name: 'Earn with your posts' })).toBeVisible()
    expect(screen.getByText('BRU NO7 7')).toBeVisible()
  })

  it('without an address of the service has no QR code and no link, but its code', async () => {
    await open(when(launch, { share: { url: '', image: null } }))
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
    expect(screen.queryByText(/invite_code=/)).toBeNull()
  })

  it('shows no code that leads nowhere while the address cannot be read', async () => {
    const { api, user } = await openRemote(remote, '/invite', { overrides: when(launch, offline()) })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.queryByText('ANA 202 6')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
    api.answer(when(launch, {}))
    await user.click(retry)
    expect(await screen.findByText(link)).toBeVisible()
  })

  it('needs no network once its link is known, and the person to the session', async () => {
    const page = await openRemote(remote, '/team')
    await screen.findByText('ANA 202 6')
    await expect.poll(() => page.api.requests(launch)).toHaveLength(1)
    page.api.answer({ ...when(launch, offline()), ...when(getSetting, offline()) })
    act(() => createSessionWriter().setUser(ana.setting))
    queryClient.removeQueries({ queryKey: callKey(getSetting) })
    await page.user.click(screen.getByRole('link', { name: 'Invite a friend' }))
    expect(await screen.findByText(link)).toBeVisible()
  })

  it('copies the link with the own code', async () => {
    const { press, hostCalls } = await open()
    await press('Copy the link')
    expect(await navigator.clipboard.readText()).toBe(link)
    expect(hostCalls).toEqual([['showToast', 'Link copied', 'good']])
  })

  it('shows it when the browser does not let it copy', async () => {
    const { press, hostCalls } = await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await press('Copy the link')
    expect(hostCalls).toEqual([['showToast', 'Copy failed', 'bad']])
  })

  it.each(['Download the image', 'Copy the link', 'Share'])(
    'shows Download link is empty where the service gave no address: %s',
    async name => {
      const { press, hostCalls } = await open(when(launch, { share: { url: '', image: null } }))
      await press(name)
      expect(hostCalls).toEqual([['showToast', 'Download link is empty', 'bad']])
    },
  )

  it('shows Download failed when no image can be drawn', async () => {
    const { press, hostCalls } = await open()
    await press('Download the image')
    await expect.poll(() => hostCalls).toEqual([['showToast', 'Download failed', 'bad']])
  })
})

describe('sharing', () => {
  it('gives headline and link to the sheet of the phone, and shows nothing more', async () => {
    const { press, hostCalls } = await open()
    const share = giveShareSheet(() => Promise.resolve())
    await press('Share')
    const text = 'Ana invites you to earn with your posts'
    expect(share.mock.calls).toEqual([[{ title: 'Ad Coin', text, url: link }]])
    expect(hostCalls).toEqual([])
  })

  it('that the person closed again is no failure', async () => {
    const { press, hostCalls } = await open()
    const share = giveShareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')))
    await press('Share')
    expect(share).toHaveBeenCalledOnce()
    expect(hostCalls).toEqual([])
  })

  it('copies the link where the sheet fails', async () => {
    const { press, hostCalls } = await open()
    giveShareSheet(() => Promise.reject(new DOMException('not now', 'NotAllowedError')))
    await press('Share')
    await expect.poll(() => hostCalls).toEqual([['showToast', 'Link copied', 'good']])
  })

  it('copies the link where the browser has no sheet', async () => {
    const { press, hostCalls } = await open()
    await press('Share')
    expect(hostCalls).toEqual([['showToast', 'Link copied', 'good']])
    expect(await navigator.clipboard.readText()).toBe(link)
  })
})
