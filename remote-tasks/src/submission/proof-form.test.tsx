// @vitest-environment jsdom
import { submitTask, taskDetail, upload } from '@adcoin/contract'
import { openRemote, refusal, silence, createTaskDetail, when } from '@adcoin/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote.tsx'

const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'post.png', { type: 'image/png' })

async function open(overrides = {}) {
  const page = await openRemote(remote, '/task/t_lamp', { overrides })
  const toForm = async () => page.user.click(await screen.findByRole('button', { name: 'Send proof' }))
  await toForm()
  await screen.findByRole('button', { name: 'Send for review' })
  const file = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no upload')
  return { ...page, toForm, file, send: () => page.user.click(screen.getByRole('button', { name: 'Send for review' })) }
}

async function fill(
  { user, file }: Awaited<ReturnType<typeof open>>,
  link = 'https://www.tiktok.com/@ana.makes/video/1',
) {
  await user.type(screen.getByLabelText('Video link'), link)
  await user.upload(file(), picture)
  await screen.findByText('Screenshot 1')
  await user.click(screen.getByRole('checkbox'))
}

describe('sending proof', () => {
  it('shows at each field what is missing and sends nothing', async () => {
    const { api, send } = await open()
    await send()
    expect(screen.getByLabelText('Video link')).toHaveAccessibleDescription(/Paste the link of your post/)
    expect(screen.getByText('Add at least one screenshot')).toBeTruthy()
    expect(screen.getByText('Please confirm the advertising disclosure')).toBeTruthy()
    expect(api.requests(submitTask)).toHaveLength(0)
  })

  it('asks for everything, names until when, and folds what good proof is below it', async () => {
    await open()
    expect(screen.getByRole('list', { name: 'Task details' })).toHaveTextContent(/80\.50.*until .* \d+:\d\d [AP]M/)
    const example = screen.getByText('What good proof shows')
    expect(example.closest('details')).not.toHaveAttribute('open')
    const isBelow = (field: Element) => field.compareDocumentPosition(example) === Node.DOCUMENT_POSITION_FOLLOWING
    expect([screen.getByLabelText('Video link'), screen.getByRole('checkbox')].every(isBelow)).toBe(true)
    expect(screen.getByText(/^A link looks like this:/)).toHaveTextContent('https://www.tiktok.com/@you/video/1')
  })

  it('chooses the only linked account by itself', async () => {
    await open()
    expect(screen.getByRole('list', { name: 'Your profile' })).toHaveTextContent(/@ana\.makes.*TikTok/)
    expect(screen.queryByLabelText('Account ID')).toBeNull()
  })

  it('fills in name and link of the chosen account, and asks for them only to change them', async () => {
    const form = await open(
      when(taskDetail, { detail: createTaskDetail({ submit_fields: ['account_id', 'username', 'homepage_link'] }) }),
    )
    expect(screen.getByText('@ana.makes', { selector: 'li *' })).toBeTruthy()
    expect(screen.queryByLabelText('Account ID')).toBeNull()
    expect(screen.queryByLabelText('Homepage link')).toBeNull()
    await form.user.click(screen.getByRole('button', { name: 'Change' }))
    expect(screen.getByLabelText<HTMLInputElement>('Homepage link').value).toBe('https://www.tiktok.com/@ana.makes')
  })

  it('pastes the link, and shows where it leads before it is sent', async () => {
    const { user } = await open()
    await navigator.clipboard.writeText('https://www.tiktok.com/@ana.makes/video/1')
    await user.click(screen.getByRole('button', { name: 'Paste' }))
    const field = await screen.findByLabelText<HTMLInputElement>('Video link')
    await expect.poll(() => field.value).toBe('https://www.tiktok.com/@ana.makes/video/1')
    await screen.findByText('Leads to tiktok.com/@ana.makes/video/1')
    expect(field).toHaveAccessibleDescription('Leads to tiktok.com/@ana.makes/video/1')
    const post = () => screen.queryByRole('link', { name: 'See your post' })
    expect(post()?.getAttribute('href')).toBe('https://www.tiktok.com/@ana.makes/video/1')
    await user.clear(field)
    await user.type(field, 'https://www.tiktok.com/@other/video/1')
    await screen.findByText(/leads to @other/)
    expect(field).toHaveAccessibleDescription(/leads to @other, not to the account/)
    expect(post()).toBeNull()
    await user.clear(field)
    await user.type(field, 'https://youtu.be/abc')
    await screen.findByText(/leads to youtu/)
    expect(field).toHaveAccessibleDescription(/leads to youtu\.be, not to TikTok/)
    expect(field).not.toBeInvalid()
    await user.tab()
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/leads to youtu\.be, not to TikTok/)
  })

  it('shows of a refused link of another platform the one exact sentence as its error', async () => {
    const { user, file, send } = await open(when(submitTask, refusal('link_invalid')))
    const field = screen.getByLabelText('Video link')
    await user.type(field, 'https://youtu.be/abc')
    await user.upload(file(), picture)
    await screen.findByText('Screenshot 1')
    await user.click(screen.getByRole('checkbox'))
    await send()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(field).toHaveAccessibleDescription('This leads to youtu.be, not to TikTok.')
  })

  it('takes a link that another app shared, and keeps it out of the address', async () => {
    const link = 'https://www.tiktok.com/@ana.makes/video/1'
    const { where } = await openRemote(remote, `/task/t_lamp?step=proof&link=${encodeURIComponent(link)}`)
    const field = await screen.findByLabelText<HTMLInputElement>('Video link')
    await expect.poll(() => field.value).toBe(link)
    await expect.poll(where).toBe('/task/t_lamp?step=proof')
  })

  it('shows what was uploaded', async () => {
    const { user, file } = await open()
    await user.upload(file(), picture)
    const row = (await screen.findByText('Screenshot 1')).closest('li')
    expect(row?.querySelector('img')?.getAttribute('src')).toBe('/files/f_upload')
  })

  it('sends what the task asks for, shows it and returns to the top of the task', async () => {
    const form = await open()
    await fill(form)
    document.documentElement.scrollTop = 500
    await form.send()
    await expect.poll(form.where).toBe('/task/t_lamp')
    await expect.poll(() => document.documentElement.scrollTop).toBe(0)
    expect(form.api.requests(submitTask)[0]?.input).toMatchObject({
      account_id: 'b_ana',
      video_link: 'https://www.tiktok.com/@ana.makes/video/1',
      disclosure_confirmed: true,
    })
    expect(form.hostCalls).toEqual([['showToast', 'Sent. We review it now.', 'good']])
  })

  it('keeps everything when the service refuses the link, and shows it there alone', async () => {
    const form = await open(
      when(submitTask, refusal('link_invalid', undefined, { msg: 'This link is not of your account' })),
    )
    await fill(form)
    await form.send()
    expect(await screen.findByText('This link is not of your account')).toBeTruthy()
    expect(screen.getByLabelText('Video link')).toHaveAccessibleDescription(/not of your account/)
    expect(screen.getByText('Screenshot 1')).toBeTruthy()
    expect(form.hostCalls).toEqual([])
  })

  it('shows a picture that was paid before beside the pictures, in the words of the service', async () => {
    const fields = { file_ids: 'proof_repeated' } as const
    const form = await open(when(submitTask, refusal('proof_repeated', fields, { msg: 'Already used: send your own' })))
    await fill(form)
    await form.send()
    expect(await screen.findByText('Already used: send your own')).toBeTruthy()
    expect(form.hostCalls).toEqual([])
  })

  it('asks a person who left during an upload to choose the file again, and keeps the text', async () => {
    const form = await open(when(upload, silence()))
    await form.user.type(screen.getByLabelText('Video link'), 'https://www.tiktok.com/@ana/video/1')
    await form.user.upload(form.file(), picture)
    await form.user.click(screen.getByRole('button', { name: 'Close' }))
    await form.toForm()
    expect(await screen.findByText(/Please choose the file again/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Video link').value).toBe('https://www.tiktok.com/@ana/video/1')
  })
})
