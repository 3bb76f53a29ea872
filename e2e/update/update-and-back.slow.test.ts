import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChromiumOptions } from '@adcoin/checks/chromium'
import { rebuildUnchanged } from '../injectors/releases.ts'
import { callService, createEarner, requestWithdrawal, waitUntil, type Earner } from '../product/earner.ts'
import { createOperator } from '../product/operator.ts'
import { rootFolder, startProduct, type Product } from '../product/product.ts'
import { openTestStore } from '../product/site.ts'
import { openAs } from '../product/test-account.ts'

/** Six minutes and more, so it runs where a commit is given. */
const from = process.env.UPDATE_FROM ?? ''
const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: rootFolder, stdio: 'pipe' })
const isKnown = (() => {
  if (from === '') return false
  try {
    return git('cat-file', '-t', `${from}^{commit}`).length > 0
  } catch {
    return false
  }
})()

const server = process.env.TEST_DATABASE_URL
const name = `adcoin_update_${randomBytes(6).toString('hex')}`
const urlOf = (database: string) => (server ? Object.assign(new URL(server), { pathname: `/${database}` }).href : '')
const sql = (text: string) => server && execFileSync('psql', ['-qtA', '-c', text, server])

/** Where the runs of one `npm test` share it: installing and building take a minute. */
const former = join(tmpdir(), `adcoin-former-${from}`)
const work = mkdtempSync(join(tmpdir(), 'adcoin-update-'))
const dataDir = join(work, 'data')
const running = new Set<Product>()

beforeAll(() => {
  if (isKnown && !existsSync(former)) {
    git('clone', '--quiet', '--shared', '--no-checkout', rootFolder, former)
    execFileSync('git', ['checkout', '--quiet', from], { cwd: former })
  }
  sql(`CREATE DATABASE ${name}`)
}, 60_000)
afterAll(async () => {
  for (const product of running) await product.stop()
  for (const database of [name, `${name}_before`]) sql(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  rmSync(work, { recursive: true, force: true })
}, 60_000)

async function start(root: string, database = name): Promise<Product> {
  const env = { DATABASE_URL: urlOf(database) }
  const product = await startProduct({ root, dataDir, env, timeoutMs: 600_000 })
  running.add(product)
  return product
}

async function stop(product: Product): Promise<void> {
  running.delete(product)
  await product.stop()
}

/** Runs the commands under a title of the page: those of PostgreSQL only where it is used. */
function follow(title: string): void {
  const text = readFileSync(join(rootFolder, 'docs/update-and-back.md'), 'utf8')
  const part = text.split(/^## /m).find(each => each.startsWith(`${title}\n`)) ?? ''
  const blocks = [...part.matchAll(/^```sh( postgres)?\n([^]*?)^```$/gm)]
  expect(blocks.length).toBeGreaterThan(0)
  for (const [, isOfPostgres, block = ''] of blocks) {
    if (isOfPostgres && !server) continue
    const here = block.replaceAll('adcoin_before', `${name}_before`).replace('node api/', `node ${rootFolder}/api/`)
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: urlOf(name) }
    execFileSync('bash', ['-euc', here], { cwd: work, env, stdio: 'pipe' })
  }
}

/** What the person has, by the session of the version before and by a new login. */
async function readPerson(url: string, { token, mobile, password, openTask, passedTask, withdrawal }: Earner) {
  const call = (path: string) => callService(url, token, path)
  const login = await callService(url, '', '/app/user/login/mobile', { mobile_sag: '+52', mobile, password })
  const { amount, hold } = await call('/app/user/finance/balance')
  const { list } = (await call('/app/pay/transaction/list')) as { list: { ref_id: string; status: string | null }[] }
  const readTask = async (id: string) => {
    const { detail } = await call(`/app/app/task/detail?task_id=${id}`)
    const { assignment_id, review_status } = detail as { assignment_id: string; review_status: number }
    return { assignment_id, review_status }
  }
  return {
    id: login['user_id'],
    money: [amount, hold],
    tasks: [await readTask(openTask), await readTask(passedTask)],
    withdrawal: list.find(({ ref_id }) => ref_id === withdrawal)?.status,
  }
}

it.skipIf(!isKnown)(
  `a product of ${from} is updated with a person who earned, and goes back by the page`,
  async () => {
    const before = await start(former)
    const operate = createOperator(dataDir)
    const person = await createEarner(before.url, operate)
    const had = await readPerson(before.url, person)
    expect(had).toMatchObject({ id: person.userId, withdrawal: 'awaiting_approval' })
    const formerTeam = (await openTestStore(before.url, dataDir).live()).apps['remote-team']?.active
    await stop(before)
    follow('Before')
    if (server) {
      const besides = await start(former)
      follow('Update')
      expect(await readPerson(besides.url, person)).toEqual(had)
      await stop(besides)
    }

    const now = await start(rootFolder)
    expect(await readPerson(now.url, person)).toEqual(had)
    await usePerson(now.url, person)
    await operateReleases(now, person, formerTeam ?? '')
    await stop(now)
    // Without the copies it names why it does not start.
    await expect(start(former)).rejects.toThrow(/does not know: start the newer version|the generation is missing/)

    follow('Back')
    const back = await start(former, server ? `${name}_before` : name)
    expect(await readPerson(back.url, person)).toEqual(had)
    expect((await openTestStore(back.url, dataDir).live()).apps['remote-team']?.active).toBe(formerTeam)
    expect(await operate.ops('ledger:verify')).toMatchObject({ ok: true })
    await stop(back)
  },
  1_200_000,
)

/** The withdrawal of before is paid, the claim of before goes on, and another withdrawal is asked for. */
async function usePerson(url: string, person: Earner): Promise<void> {
  const operate = createOperator(dataDir)
  await operate.ops('withdraw', 'approve', person.withdrawal)
  await operate.ops('withdraw', 'pay', person.withdrawal)
  expect(await readPerson(url, person)).toMatchObject({ withdrawal: 'paid', money: [expect.any(String), '0'] })
  const call = (path: string, body?: object) => callService(url, person.token, path, body)
  const { list } = (await call('/app/app/task/list')) as { list: { id: string }[] }
  const fresh = list.find(({ id }) => id !== person.openTask && id !== person.passedTask)
  expect(await call('/app/app/task/receive', { task_id: fresh?.id })).toMatchObject({
    assignment_id: expect.any(String),
  })
  const { list: accounts } = (await call('/app/user/payway/list')) as { list: { id: string }[] }
  // The next code to one number comes after a minute.
  await waitUntil(async () => {
    const asked = requestWithdrawal(url, person, operate, accounts[0]?.id ?? '')
    return !(await asked.catch(String)).includes('Please wait')
  })
  expect(await call('/app/user/finance/balance')).toMatchObject({ hold: '5000' })
  expect(await operate.ops('ledger:verify')).toMatchObject({ ok: true })
}

type Status = { readonly apps: Readonly<Record<string, { rollback: { to: string; safe: boolean; why?: string } }>> }

/** A screen of today, then that of the version before in today's shell, and the next release of today. */
async function operateReleases({ url }: Product, person: Earner, formerTeam: string): Promise<void> {
  const site = openTestStore(url, dataDir)
  const { active } = await site.liveApp('remote-team')
  expect(await site.release('verify')).toMatchObject({ ok: true })
  const { apps } = (await site.release('status')) as Status
  const { to, safe, why } = apps['remote-team']?.rollback ?? {}
  expect(to).toBe(formerTeam)
  // The one loss that the page lets `status` name: a draft that the version before did not have.
  if (!safe) expect(why).toMatch(/: it cannot read [\w@., ]+, which newer releases stored in browsers$/)
  const words = ['--to', formerTeam, '--why', 'the version before', ...(safe ? [] : ['--even-if-unsafe'])]
  await site.release('rollback', 'remote-team', ...words)
  expect((await site.liveApp('remote-team')).active).toBe(formerTeam)
  const browser = await chromium.launch(createChromiumOptions())
  try {
    for (const path of ['/money', '/team']) {
      const page = await openAs(await browser.newContext(), url, person, path)
      await page.locator('[data-column] h1').first().waitFor({ timeout: 30_000 })
      await page.close()
    }
  } finally {
    await browser.close()
  }
  await site.release('promote', 'remote-team', active, '--even-if-unsafe', '--why', 'it was good')
  const next = await site.publish('remote-team', rebuildUnchanged)
  const history = (await site.release('history', '--limit', '5')) as { action: string }[]
  expect(history.map(({ action }) => action)).toEqual(['publish', 'promote', 'rollback', 'publish', 'publish'])
  expect((await site.liveApp('remote-team')).active).toBe(next)
}
