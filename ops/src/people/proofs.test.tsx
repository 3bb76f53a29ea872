// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage, refuse } from '../testing/page-server.tsx'
import { createProof } from '../testing/waiting-work.ts'

const openProofs = (...list: ReturnType<typeof createProof>[]) => openPage('/work/proof', { 'review list': list })
const article = async (name: string) => within(await screen.findByRole('article', { name }))
const dialog = () => within(screen.getByRole('dialog'))

describe('a proof', () => {
  it('shows what the task asked for beside what was sent, and leads to the person', async () => {
    await openProofs(createProof({ person_state: 'frozen', attempt: 2 }))
    const proof = await article('Trail bottle review')
    expect(proof.getByRole('group', { name: '' })).toHaveTextContent(/Show the bottle in use.*Post the video.*#ad/)
    expect(proof.getByText(/attempt 2$/)).toBeTruthy()
    expect(proof.getByRole('link', { name: 'u_ana' })).toHaveAttribute('href', '#/people/u_ana')
    expect(proof.getByText('Withdrawals frozen')).toBeTruthy()
  })

  it('shows pictures and films by the page’s own server, each under its number', async () => {
    const film = 'https://files.example/files/f_2?key=b'
    await openProofs(createProof({ files: ['https://files.example/files/f_1?key=a', film], films: [film] }))
    const proof = await article('Trail bottle review')
    expect(proof.getByRole('img', { name: 'Proof 1 of 2' })).toHaveAttribute('src', '/api/files/f_1?key=a')
    expect(proof.getByLabelText('Proof 2 of 2')).toHaveAttribute('src', '/api/files/f_2?key=b')
  })

  it('warns that its link and picture were paid before, and has the other proof one tap away', async () => {
    const earlier = {
      ...{
        assignment: 'a_old',
        title: 'Trail bottle photo',
        user_id: 'u_ben',
        person_state: 'active' as const,
        submitted_at: '2026-02-01T10:00:00.000Z',
      },
      ...{ video_link: 'https://www.tiktok.com/@ben/video/1', homepage_link: null },
      files: ['https://files.example/files/f_9?key=c'],
    }
    const { user } = await openProofs(
      createProof({ paid_before: { times: 2, same: ['link', 'picture'], proofs: [earlier] } }),
    )
    const proof = await article('Trail bottle review')
    expect(proof.getByText('Paid before: 2 times, same link, same picture')).toBeTruthy()
    await user.click(proof.getByText('The newest of them'))
    const other = within(proof.getByRole('region', { name: 'Trail bottle photo of u_ben' }))
    expect(other.getByRole('link', { name: 'u_ben' })).toHaveAttribute('href', '#/people/u_ben')
    expect(other.getByRole('img', { name: 'Earlier proof 1 of 1' })).toHaveAttribute('src', '/api/files/f_9?key=c')
  })

  it('makes no link of an address that is none', async () => {
    await openProofs(createProof({ video_link: 'javascript:alert(1)', homepage_link: 'https://a.example/ana' }))
    const proof = await article('Trail bottle review')
    expect(proof.getByText('javascript:alert(1)').closest('a')).toBeNull()
    expect(proof.getByRole('link', { name: 'https://a.example/ana' })).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('is paid only after a confirmation that names person and amount', async () => {
    const { user, requests, answer } = await openProofs(createProof({ reward: '900719925474099312' }))
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Pass and pay' }))
    expect(dialog().getByRole('heading', { name: 'Pass: Trail bottle review' })).toBeTruthy()
    expect(screen.getByRole('dialog')).toHaveTextContent('9,007,199,254,740,993.12 Ad Coin for u_ana')
    expect(requests('review pass')).toEqual([])
    answer({ 'review pass': {}, 'review list': [] })
    await user.click(dialog().getByRole('button', { name: 'Pass it and pay' }))
    expect(await screen.findByText('No proof waits for a decision.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requests('review pass')).toEqual([{ command: 'review pass', args: ['a_bottle'], flags: {} }])
  })

  it('is refused only with a reason; one with a code is sent as its code', async () => {
    const { user, requests, answer } = await openProofs(createProof())
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Refuse' }))
    await user.click(dialog().getByRole('button', { name: 'Refuse the proof' }))
    expect(dialog().getByRole('alert')).toHaveTextContent('Choose a reason: the person reads it.')
    answer({ 'review fail': {} })
    await user.selectOptions(dialog().getByLabelText('Why'), 'The advertising label is missing')
    await user.click(dialog().getByRole('button', { name: 'Refuse the proof' }))
    expect(requests('review fail')).toMatchObject([{ args: ['a_bottle'], flags: { reason: '@no_label' } }])
  })

  it('is refused in the operator’s own words, and not in none', async () => {
    const { user, requests, answer } = await openProofs(createProof())
    answer({ 'review fail': {} })
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Refuse' }))
    await user.selectOptions(dialog().getByLabelText('Why'), 'The advertising label is missing')
    await user.selectOptions(dialog().getByLabelText('Why'), 'In your own words')
    await user.click(dialog().getByRole('button', { name: 'Refuse the proof' }))
    await user.type(dialog().getByLabelText('Your words'), ' {Enter}')
    expect(requests('review fail')).toEqual([])
    await user.type(dialog().getByLabelText('Your words'), 'The video is private{Enter}')
    expect(requests('review fail')).toMatchObject([{ flags: { reason: ' The video is private' } }])
  })
})

describe('an appeal', () => {
  const appeal = {
    text: 'The video is public since Monday.',
    at: '2026-03-02T10:00:00.000Z',
    decide_by: '2026-03-04T10:00:00.000Z',
    first_reason: 'The video is private',
    first_decided_by: 'bea',
  }

  it('is marked in the queue, with the words of both sides and who decided first', async () => {
    await openProofs(createProof({ appeal }))
    const proof = await article('Trail bottle review')
    expect(proof.getByText('Appeal')).toBeTruthy()
    for (const words of [appeal.text, appeal.first_reason, 'bea, who must not decide the appeal'])
      expect(proof.getByText(words)).toBeTruthy()
    expect(screen.getByText(/^1 listed, the oldest since .*Mar.* 2/)).toBeTruthy()
  })

  it('is accepted and paid by the same command as a proof', async () => {
    const { user, requests, answer } = await openProofs(createProof({ appeal }))
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Accept and pay' }))
    answer({ 'review pass': {}, 'review list': [] })
    await user.click(dialog().getByRole('button', { name: 'Accept it and pay' }))
    expect(await screen.findByText('No proof waits for a decision.')).toBeTruthy()
    expect(requests('review pass')).toMatchObject([{ args: ['a_bottle'] }])
  })

  it('shows the operator who decided first that another one must decide', async () => {
    const says = 'You rejected this proof. Another operator must decide its appeal'
    const { user, answer } = await openProofs(createProof({ appeal }))
    await user.click((await article('Trail bottle review')).getByRole('button', { name: 'Reject the appeal' }))
    answer({ 'review fail': refuse(says) })
    await user.selectOptions(dialog().getByLabelText('Why'), 'The advertising label is missing')
    await user.click(dialog().getByRole('button', { name: 'Reject the appeal' }))
    expect(await dialog().findByText(new RegExp(says))).toBeTruthy()
  })
})
