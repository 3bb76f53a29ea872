// @postgres
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { balance, withdrawLog } from '@adcoin/contract'
import { startBank } from './testing/bank.ts'
import { freshEngine } from './testing/fresh-engine.ts'
import { startProcess, type ServiceProcess } from './testing/service-process.ts'
import { get, post, withdrawers, type WithdrawAnswer, type Withdrawer } from './testing/withdrawers.ts'

const run = promisify(execFile)
const [count, atOnce, killsAfter] = [24, 6, [2, 3, 2]]
/** `KILLS=20 npx vitest run api/src/crash.slow.test.ts`: in rounds, because the codes of withdrawals expire. */
const rounds = Math.ceil(Number(process.env['KILLS'] ?? 1) / killsAfter.length)
const numbers = Array.from({ length: rounds }, (_, index) => index + 1)
const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-crash-'))
let env: NodeJS.ProcessEnv = {}
let drop = async () => undefined as void
let people: readonly Withdrawer[] = []
let running: ServiceProcess | undefined
const start = async () => (running = await startProcess(env))
beforeAll(async () => {
  const database = await freshEngine(1)
  await database.engine.close()
  drop = database.drop
  env = { DATA_DIR: dataDir, DATABASE_URL: database.url ?? '', LOG_LEVEL: 'silent' }
}, 120_000)
afterAll(async () => {
  await running?.end('SIGKILL')
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})

it.each(numbers)(
  'killed during withdrawals: acknowledged ones exist once, round %i',
  async round => {
    people = await withdrawers(count, env)
    const acknowledged = new Map<string, WithdrawAnswer>()
    for (const killAfter of killsAfter) {
      const { unanswered } = await askAll(await start(), acknowledged, killAfter)
      expect(unanswered).toBeGreaterThan(0)
    }

    const service = await start()
    expect(await askAll(service, acknowledged)).toEqual({ unanswered: 0 })
    expect(await askAll(service, acknowledged)).toEqual({ unanswered: 0 })
    expect(acknowledged.size).toBe(count)
    for (const person of people) {
      expect((await get(service, withdrawLog, person)).list).toEqual([
        expect.objectContaining({
          id: acknowledged.get(person.key)?.data.withdrawal.id,
          amount: person.withdrawal.amount,
        }),
      ])
      expect(await get(service, balance, person)).toMatchObject({ amount: '0', hold: person.withdrawal.amount })
    }
    const { stdout } = await ops('ledger:verify')
    // Each was given its coin once and holds it once.
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, transactions: 2 * count * round })
    await service.end()
  },
  420_000,
)

it('killed while a payout is at the bank: sent once, then unknown, then paid when confirmed', async () => {
  const bank = await startBank()
  let arrived = (): void => undefined
  const isThere = new Promise<void>(done => (arrived = done))
  bank.breaks(() => (arrived(), 'slow'))
  try {
    const first = await startProcess({ ...env, ...bank.env, PAYOUT_HTTP_TIMEOUT_MS: '30000' })
    const [open] = JSON.parse((await ops('withdraw', 'list')).stdout) as { id: string }[]
    const id = open?.id ?? ''
    await ops('withdraw', 'approve', id)
    await isThere
    await first.end('SIGKILL')
    // However slow the next start is: a question that is due by then gets no answer.
    bank.breaks(() => 'lost')

    const second = await startProcess({ ...env, ...bank.env })
    const show = async () => JSON.parse((await ops('withdraw', 'show', id)).stdout) as { payout_state: string }
    expect(await show()).toMatchObject({ payout_state: 'unknown' })
    bank.breaks(() => undefined)
    bank.decide(`${id}-1`, 'paid')
    const { url, ...webhook } = bank.webhook(`${id}-1`)
    expect((await fetch(second.url + url, { ...webhook, body: webhook.payload })).status).toBe(204)
    await vi.waitFor(async () => expect(await show()).toMatchObject({ payout_state: 'confirmed' }), 30_000)
    expect(bank.payments.get(`${id}-1`)).toMatchObject({ sent: 1 })
    const { stdout } = await ops('ledger:verify')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, transactions: 2 * count * rounds + 1 })
    await second.end()
  } finally {
    await bank.stop()
  }
}, 120_000)

const ops = (...words: readonly string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'operator-commands/main.ts'), ...words, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir },
  })

/**
 * Everybody asks with the key that they always use; an answer that was seen before must come again. Killed a moment
 * after so many new answers.
 */
async function askAll(
  service: ServiceProcess,
  acknowledged: Map<string, WithdrawAnswer>,
  killAfter = Infinity,
): Promise<{ unanswered: number }> {
  const waiting = [...people]
  let [fresh, unanswered] = [0, 0]
  const worker = async () => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const answer = await post(service, person).catch(() => undefined)
      if (!answer) {
        unanswered += 1
        return
      }
      // The database is busy on a busy machine: nothing was acknowledged.
      if (answer.code === 503) {
        waiting.push(person)
        continue
      }
      const before = acknowledged.get(person.key)
      if (before) expect(answer).toEqual(before)
      else expect(answer.code).toBe(0)
      acknowledged.set(person.key, answer)
      if (!before) fresh += 1
      if (!before && fresh === killAfter) {
        await pause(Math.random() * 20)
        await service.end('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { unanswered }
}
