// @vitest-environment jsdom
import { submitTask, taskDetail, upload } from '@adcoin/contract'
import { createTaskDetail, offline, openRemote, refusal, silence, when } from '@adcoin/testing'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const picture = (name = 'post.png') => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], name, { type: 'image/png' })

/** The form of a task that asks for screenshots alone. */
async function open(overrides = {}) {
  let sent = 0
  const detail = createTaskDetail({ submit_fields: ['files'] })
  const page = await openRemote(remote, '/task/t_lamp?step=proof', {
    overrides: {
      ...when(taskDetail, { detail }),
      ...when(upload, () => ({ file_id: `f_${++sent}`, url: `/files/f_${sent}`, mime: 'image/png' })),
      ...overrides,
    },
  })
  await screen.findByRole('button', { name: 'Send for review' })
  return { ...page, add: (name?: string) => page.user.upload(findInput(), picture(name)) }
}

/** Hidden from people and screen readers: the button beside it opens the same choice. */
const findInput = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no upload')

describe('the screenshots of a proof', () => {
  it('are uploaded one by one; the fifth is the last', async () => {
    const { add } = await open()
    for (const count of [1, 2, 3, 4, 5]) {
      await add()
      expect(await screen.findByText(`Screenshot ${count}`)).toBeTruthy()
    }
    expect(screen.queryByRole('button', { name: /^Add a screenshot/ })).toBeNull()
  })

  it('can be taken away again, and only what is left is sent', async () => {
    const { api, user, add } = await open()
    await add()
    await screen.findByText('Screenshot 1')
    await add()
    await screen.findByText('Screenshot 2')
    await user.click(screen.getByRole('button', { name: 'Remove Screenshot 1' }))
    expect(screen.queryByText('Screenshot 2')).toBeNull()
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Send for review' }))
    await expect.poll(() => api.requests(submitTask)).toHaveLength(1)
    expect(api.requests(submitTask)[0]?.input).toMatchObject({ file_ids: ['f_2'] })
  })

  it('are listed once where one is chosen twice', async () => {
    const { add, api } = await open(when(upload, { file_id: 'f_same', url: '/files/f_same', mime: 'image/png' }))
    await add()
    await screen.findByText('Screenshot 1')
    await add()
    await expect.poll(() => api.requests(upload)).toHaveLength(2)
    await screen.findByRole('button', { name: /^Add a screenshot/ })
    expect(screen.queryByText('Screenshot 2')).toBeNull()
  })

  it('that were lost on the way can be tried again', async () => {
    const { api, user, add } = await open(when(upload, offline()))
    await add('post.png')
    expect(await screen.findByText(/^Network error/)).toBeTruthy()
    api.answer({ [`POST ${upload.path}`]: undefined })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Screenshot 1')).toBeTruthy()
  })

  it('that the service refuses show the reason, and offer another file in place of a retry', async () => {
    const { add } = await open(when(upload, refusal('file_type', undefined, { msg: 'This is no picture' })))
    await add('notes.png')
    expect(await screen.findByText('This is no picture')).toBeTruthy()
    expect(screen.getByText('notes.png')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy()
  })

  it.each([
    [
      'of another type',
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      /^This is not a JPG, PNG or WebP picture/,
    ],
    ['a video', new File(['x'], 'post.mp4', { type: 'video/mp4' }), /^This is not a JPG, PNG or WebP picture/],
    [
      'too large and no picture',
      new File([new Uint8Array(11 * 2 ** 20)], 'all.pdf', { type: 'application/pdf' }),
      /^This is not a JPG, PNG or WebP picture/,
    ],
    [
      'a picture that stays too large',
      new File([new Uint8Array(11 * 2 ** 20)], 'post.png', { type: 'image/png' }),
      /^This picture is larger than 10 MB/,
    ],
  ])('are not uploaded where they are %s', async (_, file, words) => {
    const { api } = await open()
    fireEvent.change(findInput(), { target: { files: [file] } })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(api.requests(upload)).toEqual([])
  })

  it.each([
    [1, /of the sent message/],
    [7, /of the sent message/],
    [3, /of the published post/],
    [6, /^JPG, PNG or WebP, up to 10 MB$/],
  ])('of a task of kind %s name what they have to show, and are pictures', async (kind, words) => {
    await open(when(taskDetail, { detail: createTaskDetail({ kind, submit_fields: ['files'] }) }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(findInput().accept).toBe('image/jpeg,image/png,image/webp')
  })

  it('that take long show how far they are, and can be cancelled without a trace', async () => {
    const { user, add } = await open(when(upload, silence()))
    await add()
    expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '0.5')
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
    expect(screen.queryByRole('progressbar')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Send proof' }))
    expect(await screen.findByRole('button', { name: /^Add a screenshot/ })).toBeTruthy()
    expect(screen.queryByText(/interrupted/)).toBeNull()
  })

  it('are missed where there are none, until there is one', async () => {
    const { user, add } = await open()
    await user.click(screen.getByRole('button', { name: 'Send for review' }))
    expect(screen.getByText('Add at least one screenshot')).toBeTruthy()
    await add()
    await screen.findByText('Screenshot 1')
    expect(screen.queryByText('Add at least one screenshot')).toBeNull()
  })
})
