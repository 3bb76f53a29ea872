import { leftAtEachVisit, leftBehind, unusable } from '@adcoin/release/mistakes'
import { globSync } from 'node:fs'
import { runTestHooks, rebuildUnchanged } from '../injectors/releases.ts'
import { rootFolder } from '../product/product.ts'
import { startSite, type Edit, type TestSite } from '../product/site.ts'
import { expect, test } from '../product/test.ts'

const app = 'remote-team'
/** One test each: one after the other they were the longest test of all. */
const remotes = globSync('remote-*', { cwd: rootFolder })
// Each worker has a site of its own, and this is the last file: one worker alone would keep the other waiting.
test.describe.configure({ mode: 'parallel' })

let site: TestSite
test.beforeAll(async ({ product }) => {
  site = await startSite(product)
})
test.afterAll(() => site.stop())

type Refusal = { readonly rule: string; readonly place: string; readonly says: string; readonly remedy: string }

/** The refusals that the command prints on its standard output; it exits with code 1. */
async function collectRefusals(edit: Edit): Promise<readonly Refusal[]> {
  const refused: unknown = await site.publish(app, edit, []).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (typeof refused !== 'object' || refused === null || !('stdout' in refused)) throw new Error('it was not refused')
  return (JSON.parse(String(refused.stdout)) as { refusals: readonly Refusal[] }).refusals
}
const prependCode =
  (code: string): Edit =>
  (path, text) =>
    path === 'remoteEntry.js' ? `${code};${text}` : text

test('the visit names all that a release leaves, repeats, breaks or never reads', async () => {
  const before = site.files()
  const unread = '/app/app/task/list?limit=5'
  const [once, eachTime] = [leftBehind, leftAtEachVisit].map(list => list.map(([, code]) => code).join(';'))
  const found = await collectRefusals((path, text) =>
    path === 'build.json'
      ? text.replace('"/app/user/setting"]', `"/app/user/setting","${unread}"]`)
      : prependCode(`${once};globalThis.eachDraw=()=>{${eachTime}}`)(path, runTestHooks(path, text)),
  )
  const output = found.map(({ says }) => says).join('\n')
  for (const [, , refusal] of [...leftBehind, ...leftAtEachVisit]) expect(output).toContain(refusal)
  expect(output).toContain(`it never sends ${unread}, a read of its manifest`)
  for (const { rule, remedy } of found)
    expect([rule, remedy]).toEqual([expect.stringMatching('leaves-nothing|screens-work'), expect.stringMatching(/\w/)])
  expect([...site.files()]).toEqual([...before])
})

for (const [fault, when, code, refusal] of unusable) {
  test(`a release that ${fault} is refused by what the visit finds`, async () => {
    const found = await collectRefusals((path, text) =>
      prependCode(`globalThis.${when}=()=>{${code}}`)(path, runTestHooks(path, text)),
    )
    expect(found.map(each => each.says)).toContainEqual(expect.stringContaining(refusal ?? fault))
  })
}

test('a release of which a screen does not appear is refused by the name of the screen', async () => {
  const found = await collectRefusals(prependCode('throw new Error("broken")'))
  const missing = found.filter(({ says }) => /did not appear|another release replaced it/.test(says))
  expect(new Set(missing.map(({ place }) => place.split(': ')[1]))).toEqual(
    new Set(['/team', '/teamList', '/invite', '/bindInvite']),
  )
})

test('each remote that is live is tried', async () => {
  expect([...(await site.remotes())].sort()).toEqual([...remotes].sort())
})
for (const each of remotes) {
  test(`${each} as it is leaves nothing behind`, async () => {
    await expect(site.publish(each, rebuildUnchanged, []).catch((e: { stdout: string }) => e.stdout)).resolves.toMatch(
      /^1\./,
    )
  })
}
