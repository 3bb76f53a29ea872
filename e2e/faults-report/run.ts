import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumLaunch } from '@adcoin/build/chromium'
import { startFaultProxy } from '../injectors/proxy.ts'
import { operator } from '../product/operator.ts'
import { root, startProduct } from '../product/product.ts'
import { makeSomebody } from '../product/signed-in.ts'
import { startSite } from '../product/site.ts'
import { judged, linesOf, summaryLines, summaryOf, type RowReport } from './figures.ts'
import { pageRows, tryInPage } from './page-rows.ts'
import { provenBy, remoteRows, twoStalls } from './rows.ts'
import type { Scene } from './scene.ts'
import { publishOneMore, tryOnRemotes } from './try-remote.ts'

const usage = `npm run faults -- --report [--only NUMBER,NUMBER] [--keep FILE] [--json]
  tries the rows of shared/docs/faults.md in a browser and says which are met, how soon, and what was lost;
  with --keep each row is written to FILE as it is over, and what FILE has is not tried again`

/**
 * npm run faults -- --report: exit code 1 where a row is not met. `ADCOIN_URL`, `ADCOIN_DATA_DIR` and `ADCOIN_PID` name
 * a product that runs; without, one is started.
 */
async function main(words: readonly string[]): Promise<number> {
  const after = (word: string) => (words.includes(word) ? (words[words.indexOf(word) + 1] ?? '') : undefined)
  const only = after('--only')?.split(',')
  const kept = keptIn(after('--keep'))
  const written = rowsOfDocument()
  const unknown = only?.filter(id => !written.has(id)) ?? []
  if (!words.includes('--report') || unknown.length > 0) {
    console.error(unknown.length > 0 ? `faults.md has no row ${unknown.join(', ')}\n${usage}` : usage)
    return 2
  }
  const isJson = words.includes('--json')
  const rows: RowReport[] = []
  const told = (row: RowReport) => {
    rows.push(row)
    if (row.tried.length > 0) kept.keep(row)
    if (!isJson) for (const line of linesOf(row)) console.log(line)
  }
  const isWanted = (id: string) => only === undefined || only.includes(id)
  for (const row of kept.rows) if (isWanted(row.id)) told(row)
  await tryAll(({ id, says }) => isWanted(id) && !kept.rows.some(row => row.id === id && row.says === says), told)
  const tried = new Set(rows.map(({ id }) => id))
  for (const [id, says] of written) {
    if (tried.has(id) || !isWanted(id)) continue
    const file = provenBy[id]
    const outcome = file === undefined ? 'not automated' : 'by another test'
    told({ id, says, kind: 'none', outcome, tried: [], ...(file === undefined ? {} : { file }) })
  }
  const summary = summaryOf(rows)
  if (isJson) console.log(JSON.stringify({ rows, summary }, null, 2))
  else for (const line of summaryLines(summary)) console.log(line)
  return summary.notMet > 0 ? 1 : 0
}

/** The rows of an earlier run that was not ended, and where those of this one go. */
function keptIn(file: string | undefined): { rows: readonly RowReport[]; keep: (row: RowReport) => void } {
  if (file === undefined) return { rows: [], keep: () => undefined }
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const rows = lines.map(line => JSON.parse(line) as RowReport)
  return { rows, keep: row => rows.includes(row) || appendFileSync(file, `${JSON.stringify(row)}\n`) }
}

type Row = Pick<RowReport, 'id' | 'says'>

async function tryAll(isWanted: (row: Row) => boolean, told: (row: RowReport) => void): Promise<void> {
  const remote = [...remoteRows, twoStalls].filter(isWanted)
  const page = pageRows.filter(isWanted)
  if (remote.length + page.length === 0) return
  const { scene, end } = await startScene()
  try {
    if (remote.length > 0) for (const _time of [1, 2]) await publishOneMore(scene)
    for (const row of remote) told(judged(row.id, row.says, row.kind, await tryOnRemotes(scene, row)))
    for (const row of page) told(judged(row.id, row.says, 'none', [await tryInPage(scene, row)]))
  } finally {
    await end()
  }
}

async function startScene(): Promise<{ scene: Scene; end(): Promise<void> }> {
  const { ADCOIN_URL: url, ADCOIN_DATA_DIR: dataDir, ADCOIN_PID: pid } = process.env
  const product =
    url && dataDir ? { url, dataDir, pid: Number(pid), stop: async () => undefined } : await startProduct()
  const site = await startSite(product)
  const proxy = await startFaultProxy(site.url)
  const browser = await chromium.launch(chromiumLaunch())
  const somebody = await makeSomebody(product.url, operator(product.dataDir))
  return {
    scene: { browser, product, site, proxy, somebody },
    async end() {
      await browser.close()
      await proxy.stop()
      await site.stop()
      await product.stop()
    },
  }
}

/** The rows of faults.md by number, with the first sentence of each. */
function rowsOfDocument(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'shared/docs/faults.md'), 'utf8')
  const rows = text.matchAll(/^- \*\*([A-M]\d+)\*\* (?:\(not built\) )?([^\n]*)/gm)
  return new Map([...rows].map(([, id = '', says = '']) => [id, says.replace(/ People see:.*/, '').replace(/\.$/, '')]))
}

process.exitCode = await main(process.argv.slice(2))
