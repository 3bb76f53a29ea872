// @vitest-environment jsdom
import { launch } from '@adcoin/contract'
import { openRemote, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides = {}) {
  const page = await openRemote(remote, '/invite', { overrides })
  await screen.findByText('ANA 202 6')
  return { ...page, press: (name: string) => page.user.click(screen.getByRole('button', { name })) }
}

describe('the invitation', () => {
  it('copies the link with the own code', async () => {
    const { press, hostCalls } = await open()
    await press('Copy the link')
    expect(await navigator.clipboard.readText()).toMatch(/^https?:.*invite_code=ANA2026$/)
    expect(hostCalls).toEqual([['showToast', 'Link copied', 'good']])
  })

  it('shows Download link is empty where the service gave no address', async () => {
    const { press, hostCalls } = await open(when(launch, { share: { url: '', image: null } }))
    await press('Download the image')
    expect(hostCalls).toEqual([['showToast', 'Download link is empty', 'bad']])
  })

  it('shows Download failed when no image can be drawn', async () => {
    const { press, hostCalls } = await open()
    await press('Download the image')
    await expect.poll(() => hostCalls).toEqual([['showToast', 'Download failed', 'bad']])
  })
})
