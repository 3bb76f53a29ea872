import { expect, it } from 'vitest'
import { normaliseLink, findProfile } from './canonical-link.ts'
import { platforms } from './platforms.ts'

const profileIn = (link: string) => {
  const platform = platforms.find(({ hosts }) => hosts.some(host => link.includes(host)))
  return platform && findProfile(link, platform)?.link
}

it.each([
  ['https://www.tiktok.com/@ana?utm_source=x&_r=1', 'https://www.tiktok.com/@ana'],
  ['https://tiktok.com//@Ana#top', 'https://www.tiktok.com/@ana'],
  ['https://m.facebook.com/ana.lopez/?ref=1', 'https://www.facebook.com/ana.lopez'],
  ['https://www.facebook.com/profile.php?id=17&sk=about', 'https://www.facebook.com/profile.php?id=17'],
  ['https://instagram.com/ana/?hl=es', 'https://www.instagram.com/ana'],
  ['https://mobile.twitter.com/ana/', 'https://x.com/ana'],
  ['https://www.threads.com/@ana', 'https://www.threads.net/@ana'],
])('%s is the profile %s', (link, profile) => expect(profileIn(link)).toBe(profile))

it.each([
  'https://vm.tiktok.com/ZM123/',
  'https://vm.tiktok.com/@ana',
  'https://youtu.be/@ana',
  'https://fb.watch/ana',
  'https://l.facebook.com/ana',
  'https://www.facebook.com/l.php?u=https://x.com/ana',
  'https://www.facebook.com/profile.php?id=ana',
  'https://www.facebook.com/profile.php',
  'https://www.instagram.com/p/DPx7',
  'https://x.com/',
])('%s is no profile: it could lead to any', link => expect(profileIn(link)).toBeUndefined())

it.each([
  ['https://www.tiktok.com/@ana/video/730?_r=1', 'https://m.tiktok.com/@Other/video/730#x'],
  ['https://youtu.be/abc_-1?si=2', 'https://www.youtube.com/watch?t=3&v=abc_-1', 'https://youtube.com/shorts/abc_-1'],
  ['https://www.instagram.com/ana/reel/DPx7/?igsh=1', 'https://instagram.com/p/DPx7'],
  ['https://twitter.com/ana/status/17?s=20', 'https://x.com/i/status/17/photo/1'],
  ['https://www.facebook.com/watch/?v=17', 'https://m.facebook.com/ana/videos/a-film/17/'],
  ['https://shop.example/review?id=7&utm_source=x', 'https://www.shop.example//review/?id=7#top'],
])('%s is the same post as %s', (link, ...others) => {
  for (const other of others) expect(normaliseLink(other)).toBe(normaliseLink(link))
})

it.each([
  ['https://www.instagram.com/p/DPx7', 'https://www.instagram.com/p/dpx7'],
  ['https://www.tiktok.com/@ana/video/730', 'https://www.tiktok.com/@ana/video/731'],
  ['https://vm.tiktok.com/ZM1', 'https://vm.tiktok.com/ZM2'],
  ['https://youtu.be/730', 'https://www.tiktok.com/@ana/video/730'],
  ['https://shop.example/review?id=7', 'https://shop.example/review?id=8'],
])('%s is another post than %s', (link, other) => expect(normaliseLink(other)).not.toBe(normaliseLink(link)))
