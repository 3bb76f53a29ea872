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

const evils = [
  ['a global', 'globalThis.leak=1', 'window.leak'],
  ['a changed native', '{const soon=queueMicrotask;window.queueMicrotask=run=>soon(run)}', 'window.queueMicrotask'],
  ['a changed prototype', 'Array.prototype.last=function(){}', 'Array.prototype.last'],
  [
    'a timeout that starts itself again',
    '(function again(){setTimeout(again,400)})()',
    'it goes on after its screens: timeout',
  ],
  ['a timer', 'setInterval(()=>{},1000)', 'it left behind: interval'],
  ['a listener', "addEventListener('resize',()=>{})", 'it left behind: resize listener'],
  ['a listener on the body', "document.body.addEventListener('click',()=>{})", 'it left behind: click listener'],
  ['a changed date', 'Date.prototype.getDay=()=>3', 'Date.prototype.getDay'],
  ['a scroll lock', "document.body.style.overflow='hidden'", 'style on <body>'],
  ['an element', "document.body.append(document.createElement('aside'))", '<aside> in <body>'],
] as const
for (const [says, words, what] of evils) {
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
