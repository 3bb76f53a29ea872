import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { emptyProof, createProofSchema } from './requirements.ts'

const confirmed = { ...emptyProof, disclosure_confirmed: true }
const errorsOf = (proof: typeof emptyProof, needed: Parameters<typeof createProofSchema>[0]) => {
  const result = v.safeParse(createProofSchema(needed), proof)
  return Object.fromEntries(result.issues?.map(issue => [v.getDotPath(issue), issue.message]) ?? [])
}

describe('the proof of a task', () => {
  it('asks only for what the task needs', () => {
    expect(errorsOf(confirmed, [])).toEqual({})
    expect(errorsOf(emptyProof, ['username', 'files'])).toEqual({
      username: 'required',
      file_ids: 'required',
      disclosure_confirmed: 'disclosure_needed',
    })
  })

  it.each([
    'javascript:alert(1)',
    '//evil.com',
    'https:evil.com',
    'tiktok.com/@me',
    'https://a',
    'https://user@site.com/x',
    'https://one.com https://two.com',
  ])('refuses %s as a video link', video_link => {
    expect(errorsOf({ ...confirmed, video_link }, ['video_link'])).toEqual({ video_link: 'link_invalid' })
  })

  it('takes a full link with spaces around it, and sends it as a browser understands it', () => {
    expect(
      v.parse(createProofSchema(['video_link']), { ...confirmed, video_link: ' http://www.tiktok.com/@me/video/1 ' })
        .video_link,
    ).toBe('https://www.tiktok.com/@me/video/1')
  })
})
