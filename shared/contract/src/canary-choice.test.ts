import { expect, it } from 'vitest'
import { assignCanaryGroup } from './canary-choice.ts'

/** Evenly spread browser numbers; Weyl's sequence over 64 bits. */
const browsers = Array.from({ length: 20_000 }, (_, at) =>
  BigInt.asUintN(64, BigInt(at + 1) * 0x9e3779b97f4a7c15n)
    .toString(16)
    .padStart(16, '0'),
)
const inCanary = (app: string, salt: string, share: number) =>
  browsers.map(browser => assignCanaryGroup(browser, app, { salt, share }) === 'canary')
const count = (list: readonly boolean[]) => list.filter(Boolean).length

it('has a control group of the same size', () => {
  const groups = browsers.map(browser => assignCanaryGroup(browser, 'remote-team', { salt: 'abcdefgh', share: 20 }))
  for (const group of ['canary', 'control'])
    expect(Math.abs(groups.filter(each => each === group).length / browsers.length - 0.2)).toBeLessThan(0.012)
})

it.each([1, 5, 10, 20])('chooses independently of the canary of every other app and salt, at %i percent', share => {
  // The overlap in standard deviations from what independence gives.
  const expected = browsers.length * (share / 100) ** 2
  for (const [app, salt] of [
    ['remote-wallet', 'abcdefgh'],
    ['remote-wallet', '9s3kd0xz'],
    ['remote-team', 'hgfedcba'],
    ['remote-team', 'abcdeggh'],
    ['remote-auth', '00000000'],
  ] as const) {
    const [one, other] = [inCanary('remote-team', 'abcdefgh', share), inCanary(app, salt, share)]
    const both = count(one.map((is, at) => is && other[at] === true))
    expect(Math.abs(both - expected) / Math.sqrt(expected), `${app} ${salt}`).toBeLessThan(4)
  }
})

it('keeps a browser in the canary when a later step raises the share', () => {
  const [before, after] = [inCanary('remote-team', 'abcdef00', 5), inCanary('remote-team', 'abcdef01', 25)]
  expect(count(before.map((was, at) => was && after[at] !== true))).toBe(0)
})
