// @vitest-environment jsdom
import { about, launch } from '@adcoin/contract'
import { offline, openRemote, when, type AnswerChanges } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote.tsx'

async function open(overrides: AnswerChanges = {}) {
  return openRemote(remote, '/lanuch', { overrides, person: null })
}

describe('the landing', () => {
  it('shows the claims of the service as company figures, and both ways in', async () => {
    await open(when(launch, { claims: [{ key: 'views', value: '120M+', text: 'views of one video' }] }))
    expect(await screen.findByText('120M+')).toBeTruthy()
    expect(screen.getByText(/^Company figures\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Join now' }).getAttribute('href')).toBe('/register')
    expect(screen.getByRole('link', { name: 'I already have an account' }).getAttribute('href')).toBe('/login')
  })

  it('shows no figures where the service has none', async () => {
    await open(when(launch, { claims: [] }))
    await expect.poll(() => screen.queryByText(/^Company figures\./)).toBeNull()
  })

  it('keeps the figures that it was prerendered with without an answer', async () => {
    const { hostCalls } = await open(when(launch, offline()))
    expect(await screen.findByText('millionaire influencers')).toBeTruthy()
    expect(hostCalls).toEqual([])
  })

  it('opens the six languages', async () => {
    const { user, hostCalls } = await open()
    await user.click(await screen.findByRole('button', { name: 'Language: English' }))
    expect(hostCalls.map(([name]) => name)).toEqual(['openLanguage'])
  })

  describe('scrolled to its end', () => {
    afterEach(() => vi.unstubAllGlobals())
    const openScrolled = (overrides: AnswerChanges = {}) => {
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          readonly #tell: (entries: { isIntersecting: boolean }[]) => void
          constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
            this.#tell = tell
          }
          observe(): void {
            queueMicrotask(() => this.#tell([{ isIntersecting: true }]))
          }
          disconnect(): void {}
        },
      )
      return open(overrides)
    }

    it('shows a task of today and the receipt of its reward', async () => {
      await openScrolled()
      expect(await screen.findByText('Leafy in a story')).toBeVisible()
      expect(screen.getByRole('heading', { name: 'A task of today, and what it pays' })).toBeVisible()
      expect(screen.getByText('MX$141.12')).toBeVisible()
    })

    it('shows neither title nor receipt where no task is open', async () => {
      await openScrolled(when(about, { example: null }))
      await expect.poll(() => screen.queryByRole('heading', { name: /^A task of today/ })).toBeNull()
    })
  })
})
