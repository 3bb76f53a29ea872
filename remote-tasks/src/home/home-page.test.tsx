// @vitest-environment jsdom
import { balance, taskList } from '@adcoin/contract'
import { coins, openRemote, silence, when } from '@adcoin/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

describe('home', () => {
  it('shows of each task what it pays, how long it takes, until when, and why it is locked', async () => {
    await openRemote(remote, '/home')
    const rows = within(await screen.findByRole('list', { name: 'Today’s tasks' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/Trail bottle.*120\.00.*10 min.*until .*12 left/)
    expect(rows[2]?.textContent).toMatch(/Leafy.*Link a social account first/)
    const [note, state] = ['note', 'state'].map(part => rows[2]?.querySelector(`[id$="-${part}"]`)?.textContent)
    expect(note, 'a separator with no text behind it').not.toContain('·')
    expect(state?.trim()).toBe('Link a social account first')
  })

  it('shows the picture of a task in its final size, and the icon of its kind where none arrives', async () => {
    await openRemote(remote, '/home')
    const list = within(await screen.findByRole('list', { name: 'Today’s tasks' }))
    const image = list.getByAltText('A blue bottle')
    expect(image.getAttribute('loading')).toBe('lazy')
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['144', '144'])
    expect(image.getAttribute('src')).toMatch(/\.avif$/)
    fireEvent.error(image)
    expect(image.getAttribute('src')).toMatch(/\.webp$/)
    fireEvent.error(image)
    expect(list.queryByAltText('A blue bottle')).toBeNull()
    expect(list.getAllByRole('listitem')[0]?.querySelector('svg')).toBeTruthy()
  })

  it('puts the next step first: what is claimed is to be sent', async () => {
    await openRemote(remote, '/home')
    await screen.findByRole('heading', { name: 'Your next step' })
    expect(screen.getByRole('link', { name: 'Send proof' }).getAttribute('href')).toBe('/task/t_lamp?step=proof')
  })

  it('folds what is done into one line with what it brought', async () => {
    const today = { received: 2, limit: 5, submitted: 2, passed: 2, left_to_earn: coins(60), earned: coins(1100) }
    await openRemote(remote, '/home', { overrides: when(taskList, { today }) })
    const done = within(await screen.findByRole('list', { name: 'Done today' }))
    expect(done.getByRole('listitem').textContent).toMatch(/2 done today.*1,100\.00/)
    expect(done.getByRole('link').getAttribute('href')).toBe('/taskList?view=record&status=2')
  })

  it.each(['en_US', 'es_ES', 'es_MX', 'hi_IN', 'pt_PT', 'zh_TW'] as const)(
    'shows what is left to earn today, unless that is nothing: %s',
    async language => {
      const today = { received: 5, limit: 5, submitted: 5, passed: 5, left_to_earn: coins(60) }
      const noteOf = () => document.querySelector('.ac-section .ac-small p')?.textContent ?? ''
      await openRemote(remote, '/home', { language, overrides: when(taskList, { today }) })
      await expect.poll(noteOf).toMatch(/5.*5.* · .*60[.,]00/)
      await openRemote(remote, '/home', {
        language,
        overrides: when(taskList, { today: { ...today, left_to_earn: '0' } }),
      })
      await expect.poll(noteOf).toMatch(/5.*5/)
      expect(noteOf()).not.toMatch(/ · |0[.,]00/)
    },
  )

  it('shows the day that the service sends, not that of a wrong clock', async () => {
    const today = { received: 0, limit: 5, submitted: 0, passed: 0, left_to_earn: coins(60), day: '2001-02-03' }
    await openRemote(remote, '/home', { overrides: when(taskList, { today }) })
    expect(await screen.findByText('Saturday, February 3')).toBeTruthy()
  })

  it('shows how many are in review, and how long that takes', async () => {
    await openRemote(remote, '/home', {
      overrides: when(taskList, {
        today: {
          received: 3,
          limit: 5,
          submitted: 2,
          passed: 0,
          in_review: 2,
          review_minutes: 1440,
          left_to_earn: coins(60),
        },
      }),
    })
    expect(await screen.findByText('2 in review. Usually decided within 24 hours.')).toBeTruthy()
  })

  it('hides the balance on request, as the money screen does', async () => {
    const { user } = await openRemote(remote, '/home')
    const block = () => document.querySelector('.ac-block')?.textContent
    await expect.poll(block).toMatch(/1,284\.50/)
    await user.click(screen.getByRole('button', { name: 'Hide balance' }))
    expect(block()).not.toMatch(/[0-9]/)
    expect(screen.getByRole('link', { name: 'Balance' }).getAttribute('href')).toBe('/money')
  })

  it('shows no balance while it is unknown, never 0', async () => {
    await openRemote(remote, '/home', { overrides: when(balance, silence()) })
    await screen.findByRole('list', { name: 'Today’s tasks' })
    expect(document.querySelector('.ac-block')?.textContent).toBe('Balance')
  })
})
