import { beforeEach, describe, expect, it } from 'vitest'
import { signAs } from '../signing/signature.ts'
import { sha384 } from '../files/files.ts'
import { memoryStore } from '../store/memory-store.ts'
import { fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { seenByBrowser } from './seen-by-browser.ts'
import type { ReleaseContext } from './site.ts'

let store: ReturnType<typeof memoryStore>
let site: ReleaseContext
let team = ''

beforeEach(async () => {
  store = memoryStore()
  site = await fixtureSite(store)
  await publishFixture(site, 'shell')
  team = await publishFixture(site, 'remote-team', { chunks: 3 })
})

const rulesAt = async (generation = 2) =>
  (await seenByBrowser(site, generation)).problems.map(({ place, says }) => `${place}: ${says}`)

/** Changes a composed file and signs it well, as operators with a broken compose would. */
async function composedAs(path: string, change: (text: string) => string): Promise<void> {
  const list = JSON.parse(store.files.get('live/2/live.json')?.toString() ?? '') as { files: Record<string, string> }
  const bytes = Buffer.from(change(store.files.get(`live/2/${path}`)?.toString() ?? ''))
  store.files.set(`live/2/${path}`, bytes)
  const files = { ...list.files, [path]: sha384(bytes) }
  delete files[`${path}.br`]
  delete files[`${path}.gz`]
  const signed = Buffer.from(JSON.stringify({ ...list, files }))
  store.files.set('live/2/live.json', signed)
  store.files.set('live/2/live.sig', await signAs(site.ring, 'ops', 'live', '2', signed))
}

describe('what is live, as a browser sees it', () => {
  it('is well: the page, and every file that it names', async () => {
    const { files, problems } = await seenByBrowser(site, 2)
    expect(problems).toEqual([])
    // Entry, style and six languages of both; three chunks of the remote.
    expect(files).toBeGreaterThanOrEqual(8 + 8 + 3)
  })

  it('is not, where a chunk is missing, or a file is another, compressed or not', async () => {
    const folder = `releases/remote-team/${team}`
    for (const suffix of ['', '.br', '.gz']) store.files.delete(`${folder}/page-1.js${suffix}`)
    store.files.set(`${folder}/styles.css`, Buffer.from('body{}'))
    store.files.set(`${folder}/locale.pt_PT.json`, Buffer.from('{}'))
    expect((await rulesAt()).sort()).toEqual([
      `/${folder}/locale.pt_PT.json: it is not the file that the page says`,
      `/${folder}/page-1.js: it answers 404`,
      `/${folder}/styles.css: it is not the file that the page says`,
    ])
  })

  it('is not, where the policy blocks the script in the page', async () => {
    await composedAs('index.html', html => html.replace('<script>(function', '<script>0,(function'))
    expect((await rulesAt()).join()).toContain("/: the page's policy blocks its own script")
  })

  it('is not, where the page is of another generation or has an unreadable registry', async () => {
    expect(await rulesAt(3)).toEqual([
      '/: the registry is of generation 2, not 3',
      '/registry.json: the registry is of generation 2, not 3',
    ])
    await composedAs('index.html', html => html.replace('"generation":2', '"generation":"two"'))
    expect((await rulesAt()).join()).toContain('/: the registry does not fit its schema')
  })

  it('is not, where the gateway believes no page', async () => {
    store.files.set('live/2/live.sig', Buffer.from('{}'))
    expect(await rulesAt()).toEqual(['/: the page answers 503'])
  })
})
