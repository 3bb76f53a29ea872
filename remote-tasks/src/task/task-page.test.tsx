// @vitest-environment jsdom
import { taskDetail } from '@adcoin/contract'
import { openRemote, refusal, createTaskDetail, when } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

describe('a task', () => {
  it.each([
    ['/task/t_gone', 'not_found'],
    ['/task/%2e%2e%2fmoney', 'invalid_input'],
  ] as const)('at %s is shown as missing by the page alone', async (path, key) => {
    const { hostCalls } = await openRemote(remote, path, { overrides: when(taskDetail, refusal(key)) })
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
    expect(hostCalls).toEqual([])
  })

  it('shows what good proof looks like, in words and as a drawing', async () => {
    await openRemote(remote, '/task/t_lamp')
    const figure = within(await screen.findByRole('figure'))
    expect(figure.getByText('The whole post, with the hashtag at its start.')).toBeTruthy()
    expect(figure.getByRole('img').getAttribute('src')).toBe('/files/public/proof-4-example.avif')
  })

  it('shows its state in words for people; the two labels of the service are folded', async () => {
    await openRemote(remote, '/task/t_lamp')
    const label = await screen.findByText('Unprocessed')
    expect(label.closest('details')?.open).toBe(false)
    expect(screen.getByText('Post it and send proof')).toBeTruthy()
  })

  it('names before the claim how long it takes, and the time to send proof', async () => {
    const unclaimed = { assignment_id: null, exec_status: null, review_status: null, deadline_at: null, history: [] }
    await openRemote(remote, '/task/t_lamp', {
      overrides: when(taskDetail, { detail: createTaskDetail(unclaimed) }),
    })
    expect((await screen.findByText('Time to send it')).parentElement?.textContent).toContain('24 hours after claiming')
    expect(screen.getByText('Takes about')).toBeTruthy()
  })

  it.each([
    ['in review', { exec_status: 1, review_status: 1 }, ['What you sent', 'What to do', 'About this task']],
    ['to be sent again', { exec_status: 4, review_status: 3 }, ['What to do', 'About this task', 'What you sent']],
  ])('%s shows what was sent with its thumbnails, in its order', async (_, status, order) => {
    await openRemote(remote, '/task/t_lamp', {
      overrides: when(taskDetail, { detail: createTaskDetail({ submission: sent, ...status }) }),
    })
    expect((await screen.findByAltText('Screenshot 1')).getAttribute('src')).toBe('/files/f_1?key=x')
    const headings = screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
    expect(headings.filter(heading => order.includes(heading))).toEqual(order)
  })

  it('shows a sent link by its host and path, with line ends only after slashes', async () => {
    const submission = { ...sent, video_link: 'https://www.tiktok.com/@ana.makes/video/7301' }
    await openRemote(remote, '/task/t_lamp', {
      overrides: when(taskDetail, { detail: createTaskDetail({ submission, exec_status: 1, review_status: 1 }) }),
    })
    const link = (await screen.findByText('Video link')).nextElementSibling
    expect(link).toHaveTextContent(/^tiktok\.com\/@ana\.makes\/video\/7301$/)
    expect(link?.innerHTML).toContain('tiktok.com/<wbr>@ana.makes/<wbr>video/<wbr>7301')
  })
})

const sent = {
  attempt: 1,
  account_id: 'b_ana',
  video_link: null,
  username: 'ana.makes',
  homepage_link: null,
  files: [{ file_id: 'f_1', url: '/files/f_1?key=x', mime: 'image/png' }],
  submitted_at: '2026-01-05T10:00:00.000Z',
}
