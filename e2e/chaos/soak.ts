import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon, { type Request } from 'autocannon'
import { chromium, type Page } from 'playwright'
import { createChromiumOptions } from '@adcoin/checks/chromium'
import { endService, readFirstLine } from '../bench/measured-service.ts'
import { readNumberAfter } from '../bench/read-number-after.ts'
import { rebuildUnchanged } from '../injectors/releases.ts'
import { createOperator } from '../product/operator.ts'
import { findFreePort, rootFolder, startProduct } from '../product/product.ts'
import { createTestAccount, openAs, type TestAccount } from '../product/test-account.ts'
import { startSite, type TestSite } from '../product/site.ts'
import { computeCourses, samplePage, sampleProcess, sampleService, type Sample } from './soak-measures.ts'

const reads = ['/app/user/finance/balance', '/app/user/setting', '/app/pay/transaction/list', '/app/app/task/list']
const screens = ['/home', '/taskList', '/money', '/team', '/personalSetting']
const remotes = ['remote-tasks', 'remote-wallet', 'remote-team', 'remote-auth']
/** Tables that hold history: they grow with use, until their own sweep. */
const historyTables = /^(health_|ledger_|outbox|app_user|verify_)/
const minuteMs = 60_000

/**
 * npm run chaos -- --soak [--hours N] [--mounts N] [--connections N] (default 1, 500 and 300; part of an hour: 0.2)
 *
 * A service on PostgreSQL that is asked for more than it can answer (each connection asks again at once; eight use it
 * up), a page that mounts each remote again and again, and a release each minute. Memory, handles, event loop and rows
 * of each minute; exit code 1 where something grows, or a mount failed. Needs TEST_DATABASE_URL, where a database may
 * be made.
 */
export async function soak(words: readonly string[]): Promise<number> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('set TEST_DATABASE_URL to a PostgreSQL server where a database may be made')
  const minutes = Math.max(4, Math.round(readNumberAfter(words, '--hours', 1) * 60))
  const mounts = readNumberAfter(words, '--mounts', 500)
  const connections = readNumberAfter(words, '--connections', 300)
  const name = `adcoin_soak_${randomBytes(6).toString('hex')}`
  const runSql = (text: string, url: string) => execFileSync('psql', ['-qtA', '-c', text, url]).toString()
  runSql(`CREATE DATABASE ${name}`, server)
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-soak-'))
  const product = await startProduct()
  const { service, port, secret } = await startService(folder, databaseUrl)
  const site = await startSite(product, `127.0.0.1:${port}`)
  await product.stop()
  const browser = await chromium.launch(createChromiumOptions())
  try {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => createTestAccount(site.url, createOperator(folder))),
    )
    const page = await openAs(await browser.newContext(), site.url, people[0] ?? null, '/personalSetting')
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const origin = `http://127.0.0.1:${port}`
    await page.locator('[data-column] h1').first().waitFor()
    const samples: Sample[] = []
    const mounted = { times: 0, failed: 0 }
    for (let minute = 1; minute <= minutes; minute += 1) {
      const [load] = await Promise.all([
        loadService(origin, people, connections, minuteMs),
        publishNext(site, minute),
        mountAll(page, Math.ceil(mounts / minutes), mounted),
      ])
      const sample = {
        ...(await sampleService(origin, secret)),
        ...sampleProcess('gateway', site.pid()),
        ...(await samplePage(session)),
        ...countRows(runSql, databaseUrl),
      }
      samples.push(sample)
      const failed = load.errors + load.timeouts + load.non2xx
      console.log(
        `${minute} of ${minutes} min: ${Math.round(load.requests.average)}/s, p99 ${load.latency.p99} ms, ` +
          `${failed} not answered with 200; ${mounted.times} mounts, ${mounted.failed} failed; ` +
          `service ${Math.round(sample['service: resident memory, MB'] ?? 0)} MB, ` +
          `page ${Math.round(sample['page: heap, MB'] ?? 0)} MB`,
      )
    }
    return printReport(samples, mounted.failed)
  } finally {
    await browser.close()
    await site.stop()
    await endService(service)
    runSql(`DROP DATABASE ${name} WITH (FORCE)`, server)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startService(
  folder: string,
  databaseUrl: string,
): Promise<{ service: ChildProcess; port: number; secret: string }> {
  const port = await findFreePort()
  const secret = randomBytes(24).toString('base64url')
  const service = spawn(process.execPath, ['api/src/server.ts'], {
    cwd: rootFolder,
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: `${port}`, OPERATORS_SECRET: secret },
      ...{ NODE_ENV: 'test', OIDC_DEVELOPMENT: 'off', ADDRESS_LIMIT_FACTOR: '100000', LOG_LEVEL: 'error' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readFirstLine(service)
  return { service, port, secret }
}

function loadService(url: string, people: readonly TestAccount[], connections: number, ms: number) {
  const requests = reads.flatMap((path): readonly Request[] =>
    people.map(({ token }) => ({ method: 'GET', path, headers: { 'authorized-key': token } })),
  )
  return autocannon({ url, connections, duration: ms / 1_000, requests })
}

/** The next build of a remote goes live, in turn. */
async function publishNext(site: TestSite, minute: number): Promise<void> {
  await site.publish(remotes[minute % remotes.length] ?? '', rebuildUnchanged)
}

async function mountAll(page: Page, times: number, mounted: { times: number; failed: number }): Promise<void> {
  for (let turn = 0; turn < times; turn += 1)
    for (const path of screens) {
      await page.evaluate(to => {
        document.querySelector('[data-column] h1')?.setAttribute('data-left', '')
        history.pushState({ idx: Number(history.state?.idx ?? 0) + 1, key: to }, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      }, path)
      const heading = page.locator('[data-column] h1:not([data-left])').first()
      const isThere = await heading.waitFor({ timeout: 30_000 }).then(
        () => true,
        () => false,
      )
      mounted.times += 1
      if (!isThere) mounted.failed += 1
    }
}

function countRows(sql: (text: string, url: string) => string, url: string): Sample {
  const names = sql("SELECT relname FROM pg_stat_user_tables WHERE schemaname = 'public'", url).trim().split('\n')
  const counts = names.map(name => `SELECT '${name}', count(*) FROM ${name}`).join(' UNION ALL ')
  return Object.fromEntries(
    sql(counts, url)
      .trim()
      .split('\n')
      .map(line => line.split('|'))
      .filter(([name = '']) => !historyTables.test(name))
      .map(([name = '', count]) => [`rows: ${name}`, Number(count)]),
  )
}

function printReport(samples: readonly Sample[], failed: number): number {
  const courses = computeCourses(samples)
  console.log('\nfigure: lowest of the second quarter -> of the last')
  for (const { name, from, to, grows } of courses.filter(each => each.grows || !each.name.startsWith('rows: ')))
    console.log(
      `  ${name.padEnd(36)} ${from.toFixed(1).padStart(10)} -> ${to.toFixed(1).padStart(10)}${grows ? '  GROWS' : ''}`,
    )
  const grown = courses.filter(({ grows }) => grows).length
  console.log(`${courses.length} figures, ${grown} grow; ${failed} mounts failed`)
  return grown > 0 || failed > 0 ? 1 : 0
}
