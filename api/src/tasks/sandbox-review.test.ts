// @postgres
import { describe, expect, it } from 'vitest'
import { isAcceptableLink, listMissingFields, findReasonAgainstProof, type SubmittedProof } from './sandbox-review.ts'

const ana: SubmittedProof['account'] = { hosts: ['tiktok.com'], username: '@Ana.Posts', isBound: true }
const video: SubmittedProof = {
  required: ['account_id', 'video_link', 'username', 'homepage_link', 'files'],
  account: ana,
  videoLink: 'https://www.tiktok.com/@ana.posts/video/7',
  username: 'ana.posts',
  homepageLink: 'https://tiktok.com/@ana.posts',
  files: 1,
}

describe('the sandbox reviewer', () => {
  it('passes complete proof from the bound account, however the name is spelt', () => {
    expect(findReasonAgainstProof(video)).toBeUndefined()
    expect(findReasonAgainstProof({ ...video, username: ' @ANA.posts ' })).toBeUndefined()
    expect(
      findReasonAgainstProof({
        required: ['files'],
        account: null,
        videoLink: null,
        username: null,
        homepageLink: null,
        files: 1,
      }),
    ).toBeUndefined()
  })

  it.each<[string, Partial<SubmittedProof>, string]>([
    ['the username is another person’s', { username: 'ben.posts' }, 'username_differs'],
    ['a link names the failing host', { videoLink: 'https://example.invalid/7' }, 'link_unreachable'],
    ['a link lies on another platform', { homepageLink: 'https://tiktok.com.evil.com/@ana.posts' }, 'link_platform'],
    [
      'the account was unbound',
      { account: { hosts: ['tiktok.com'], username: 'ana.posts', isBound: false } },
      'account_gone',
    ],
    ['the screenshot is missing', { files: 0 }, 'proof_missing'],
  ])('fails it when %s', (_, change, reason) => {
    expect(findReasonAgainstProof({ ...video, ...change })).toBe(reason)
  })

  it('reports which required fields are empty', () => {
    expect(listMissingFields({ ...video, account: null, username: '', files: 0 })).toEqual([
      'account_id',
      'username',
      'files',
    ])
  })
})

describe('a link of a submission', () => {
  it('may be on the failing host only where the sandbox reviews', () => {
    expect(isAcceptableLink('https://example.invalid/7', ['tiktok.com'], true)).toBe(true)
    expect(isAcceptableLink('https://example.invalid/7', ['tiktok.com'], false)).toBe(false)
    expect(isAcceptableLink('https://m.tiktok.com/7', ['tiktok.com'], false)).toBe(true)
    expect(isAcceptableLink('https://nottiktok.com/7', ['tiktok.com'], true)).toBe(false)
  })
})
