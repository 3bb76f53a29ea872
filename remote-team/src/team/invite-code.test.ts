import { describe, expect, it } from 'vitest'
import { buildInviteLink, formatInviteCode } from './use-team.ts'

describe('an invitation code', () => {
  it.each([
    ['482913', '482 913'],
    ['4829137', '482 913 7'],
    ['12', '12'],
    ['', ''],
  ])('%s is read as %s', (code, read) => {
    expect(formatInviteCode(code)).toBe(read)
  })

  it('is in the link, escaped', () => {
    expect(buildInviteLink('https://adcoin.example/register', '482913')).toBe(
      'https://adcoin.example/register?invite_code=482913',
    )
    expect(buildInviteLink('https://adcoin.example/register?x=1', 'A&B')).toBe(
      'https://adcoin.example/register?x=1&invite_code=A%26B',
    )
  })

  it.each(['', 'javascript:alert(1)', '/register'])('makes no link of %s', url => {
    expect(buildInviteLink(url, '482913')).toBeUndefined()
  })
})
