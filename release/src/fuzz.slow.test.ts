import { Live, Release } from '@adcoin/contract'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { createFixtureBuild, createFixtureContext, makeFreshFolder, publishFixture } from '../tests/fixture-apps.ts'
import { commands } from './cli/commands.ts'
import { runRelease } from './cli/main.ts'
import { buildLive } from './compose/live.ts'
import { checkBuild } from './gate/check-build.ts'
import { readLiveState } from './operations/live-state.ts'
import { Refused } from './refusal.ts'

/** Number and seed of the cases: `FUZZ_CASES=50000 FUZZ_SEED=7 npx vitest run release/src/fuzz`. */
const numRuns = Number(process.env['FUZZ_CASES'] ?? 500)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_126)

const odd = fc.constantFrom<unknown>(
  ...[undefined, null, 0, -1, Infinity, '', '..', '__proto__', [], {}, true, 'x'.repeat(5_000), '\u0000', '/../../etc'],
)
type Path = readonly number[]
/** One value somewhere in the data becomes another, or is gone; `path` chooses the way down. */
function changeAt(data: unknown, [step = 0, ...rest]: Path, value: unknown): unknown {
  if (typeof data !== 'object' || data === null) return value
  const keys = Object.keys(data)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return value
  const child = rest.length === 0 ? value : changeAt((data as Record<string, unknown>)[key], rest, value)
  if (Array.isArray(data)) return data.map((each: unknown, at) => (String(at) === key ? child : each))
  return { ...data, [key]: child }
}
const places = fc.array(fc.nat(60), { minLength: 1, maxLength: 6 })
const edits = fc.array(fc.tuple(places, odd), { minLength: 1, maxLength: 3 })
const changeAll = (data: unknown, all: readonly (readonly [Path, unknown])[]) =>
  all.reduce<unknown>((now, [path, value]) => changeAt(now, path, value), data)

async function createSiteData() {
  const made = await createFixtureContext()
  await publishFixture(made, 'shell')
  await publishFixture(made, 'remote-team')
  const state = await readLiveState(made)
  const { releases } = state
  if (!state.live) throw new Error('nothing is live')
  const live = buildLive(state.live, releases)
  return { live, releases, release: [...releases.values()][1] }
}

describe(`changed data, ${numRuns} times each, seed ${seed}`, () => {
  it('live.json and a release are read or refused, and never throw', async () => {
    const { live, release } = await createSiteData()
    const of = [
      [Live, live],
      [Release, release],
    ] as const
    for (const [schema, data] of of) {
      const outcomes = new Set<boolean>()
      fc.assert(
        fc.property(edits, all => {
          outcomes.add(v.safeParse(schema, changeAll(data, all)).success)
        }),
        { numRuns, seed },
      )
      expect(outcomes).toContain(false)
    }
  })

  it('a build is taken or refused with a rule, a place and a remedy', () => {
    const built = createFixtureBuild('remote-team')
    const rules = new Set<string>()
    fc.assert(
      fc.property(edits, all => {
        try {
          checkBuild({ ...built, build: changeAll(built.build, all) })
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          for (const { rule, place, says, remedy } of error.refusals) {
            expect([rule, place, says, remedy]).not.toContain('')
            rules.add(rule)
          }
        }
      }),
      { numRuns, seed },
    )
    expect(rules.size).toBeGreaterThan(3)
  }, 120_000)
})

it('the release command answers whatever words it gets, and never with a stack trace', async () => {
  const data = await makeFreshFolder()
  for (const [name, value] of Object.entries({ DATA_DIR: data, RELEASE_BY: 'ana' })) vi.stubEnv(name, value)
  // Those that go on until they are ended, build, or write outside the store are left out.
  const names = Object.keys(commands).filter(name => name !== 'publish')
  const word = fc.oneof(
    fc.constantFrom('remote-team', 'shell', '1.0.0', '--json', '--dry-run', '--why', '--to', '--below', '--keep', '-1'),
    fc.string({ maxLength: 12 }).filter(text => !text.includes('\0')),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(word, { maxLength: 4 }), async (name, words) => {
      const { code, text } = await runRelease([name, ...words])
      expect([0, 1, 2]).toContain(code)
      expect(text).not.toMatch(/\n\s+at .+:\d+:\d+/)
      expect(text).not.toBe('')
    }),
    { numRuns: Math.min(numRuns, 150), seed },
  )
  vi.unstubAllEnvs()
}, 120_000)
