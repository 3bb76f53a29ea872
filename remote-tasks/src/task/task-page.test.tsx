// @vitest-environment jsdom
import { taskDetail } from '@adcoin/contract'
import { apiDouble, refusal, renderRemote, taskDetailOf, when, type ApiDouble } from '@adcoin/testing'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import door from '../remote.tsx'

let api: ApiDouble
afterEach(() => api.end())

describe('a task', () => {
  it('that is not there is said by the page alone', async () => {
    api = apiDouble(when(taskDetail, refusal('not_found')))
    const { hostCalls } = await renderRemote(door, { path: '/task/t_gone' })
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(hostCalls).toEqual([])
  })

  it('shows what good proof looks like, in words and as a drawing', async () => {
    api = apiDouble()
    await renderRemote(door, { path: '/task/t_lamp' })
    const figure = within(await screen.findByRole('figure'))
    expect(figure.getByText('The whole post, with the hashtag at its start.')).toBeTruthy()
    expect(figure.getByRole('img').getAttribute('src')).toBe('/files/public/proof-4-example.avif')
  })

  it('says its state in words for people; the two labels of the service stand folded', async () => {
    api = apiDouble()
    await renderRemote(door, { path: '/task/t_lamp' })
    const label = await screen.findByText('Unprocessed')
    expect(label.closest('details')?.open).toBe(false)
    expect(screen.getByText('Post it and send proof')).toBeTruthy()
  })

  it('shows thumbnails of what was sent', async () => {
    api = apiDouble(when(taskDetail, { detail: taskDetailOf({ submission: sent, exec_status: 1, review_status: 1 }) }))
    await renderRemote(door, { path: '/task/t_lamp' })
    expect((await screen.findByAltText('Screenshot 1')).getAttribute('src')).toBe('/files/f_1?key=x')
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
