import { describe, expect, it } from 'vitest'
import { isSameName, findProfileName, parseSocialName } from './social.ts'

describe('the name in a profile’s address', () => {
  it.each([
    ['https://www.tiktok.com/@Ana.Cria/video/730', 'https://www.tiktok.com/@username', 'ana.cria'],
    ['https://vm.tiktok.com/ZM8abc/', 'https://www.tiktok.com/@username', undefined],
    ['https://instagram.com/ana.cria?igsh=1', 'https://www.instagram.com/username', 'ana.cria'],
    ['https://instagram.com/reel/DPx7', 'https://www.instagram.com/username', undefined],
    ['https://www.youtube.com/channel/UC123', 'https://www.youtube.com/@username', undefined],
    ['https://facebook.com/profile.php?id=7', 'https://www.facebook.com/username', undefined],
    ['https://www.youtube.com/@%E7%94%B0%E4%B8%AD', 'https://www.youtube.com/@username', '田中'],
    ['https://x.com/%2Fana', 'https://x.com/username', undefined],
    ['https://x.com/%ff', 'https://x.com/username', undefined],
    ['https://x.com/', 'https://x.com/username', undefined],
    ['nonsense', 'https://x.com/username', undefined],
  ])('of %s is found by its example', (link, example, name) => {
    expect(findProfileName(link, example)).toBe(name)
  })

  it.each([
    'ana.cria',
    ' @ana.cria. ',
    '@@ana.cria',
    'https://www.tiktok.com/@ana.cria/video/7',
    'https://x.com/ana.cria/',
  ])('is read out of %j, as it is typed or pasted', typed => expect(parseSocialName(typed)).toBe('ana.cria'))

  it('is one with or without its @ and in any case', () => {
    expect(isSameName(' @Ana.Cria', 'ana.cria')).toBe(true)
    expect(isSameName('ana', 'ana2')).toBe(false)
  })
})
