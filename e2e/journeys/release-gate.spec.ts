import { leftBehind } from '@adcoin/release/mistakes'
import { globSync } from 'node:fs'
import { root } from '../product/product.ts'
import { startSite, type Site } from '../product/site.ts'
import { expect, test } from '../product/test.ts'

const app = 'remote-team'
/** One test each: a trial is mostly waiting, and one after the other they were the longest test of all. */
const remotes = globSync('remote-*', { cwd: root })
// Each worker has a site of its own, and this is the last file: one worker alone would keep the other waiting.
test.describe.configure({ mode: 'parallel' })

let site: Site
test.beforeAll(async ({ product }) => {
  site = await startSite(product)
})
test.afterAll(() => site.stop())

/** The command's answer where it refuses: it ends with code 1 and says why on its standard output. */
async function refusals(
  words: string,
): Promise<readonly { rule: string; place: string; says: string; remedy: string }[]> {
  const refused: unknown = await site
    .publish(app, (path, text) => (path === 'remoteEntry.js' ? `${words};${text}` : text), [])
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  if (typeof refused !== 'object' || refused === null || !('stdout' in refused)) throw new Error('it was not refused')
  return (
    JSON.parse(String(refused.stdout)) as { refusals: { rule: string; place: string; says: string; remedy: string }[] }
  ).refusals
}

for (const [says, words, what] of leftBehind) {
  test(`the gate refuses a release that leaves ${says} behind, and nothing changes`, async () => {
    const before = site.files()
    const found = await refusals(words)
    expect(found.map(({ says: told }) => told).join('\n')).toContain(what)
    for (const { rule, remedy } of found)
      expect([rule, remedy]).toEqual(['leaves-nothing', expect.stringMatching(/\w/)])
    expect([...site.files()]).toEqual([...before])
  })
}

test('a release of which a screen does not appear is refused by the name of the screen', async () => {
  expect(new Set((await refusals('throw new Error("broken")')).map(({ place }) => place.split(': ')[1]))).toEqual(
    new Set(['/team', '/teamList', '/invite', '/bindInvite']),
  )
})

test('each remote that is live is tried', async () => {
  expect([...(await site.remotes())].sort()).toEqual([...remotes].sort())
})
for (const each of remotes) {
  test(`${each} as it is leaves nothing behind`, async () => {
    await expect(site.publish(each, (_path, text) => text, [])).resolves.toMatch(/^1\./)
  })
}
