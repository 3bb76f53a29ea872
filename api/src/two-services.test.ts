// @postgres
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { balance, withdrawLog } from '@adcoin/contract'
import { expect, it } from 'vitest'
import { openDatabase } from './database/database.ts'
import { postgresEngine } from './database/postgres-engine.ts'
import { verifyLedger } from './ledger/verify.ts'
import { startProcess, type ServiceProcess } from './testing/service-process.ts'
import { freshEngine } from './testing/fresh-engine.ts'
import { get, post, withdrawers, type WithdrawAnswer, type Withdrawer } from './testing/withdrawers.ts'

const [count, atOnce] = [30, 6]

/** Asks one service, and with the same key the other where that one gives no answer: what a proxy that retries does. */
async function throughEither(
  services: readonly ServiceProcess[],
  person: Withdrawer,
  first: number,
): Promise<WithdrawAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const service = services[(first + attempt) % services.length]
    const answer = service && (await post(service, person).catch(() => undefined))
    if (answer) return answer
    if (attempt > 200) throw new Error('neither service answered')
    await pause(50)
  }
}

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'two services, one killed and then the other restarted during withdrawals: nobody is without an answer, none is doubled',
  async () => {
    const fresh = await freshEngine(2)
    await fresh.engine.close()
    const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-two-'))
    const secrets = Object.fromEntries(
      ['SECRET_PEPPER', 'SECRET_PAYWAY_KEY', 'SECRET_CURSOR_KEY'].map(name => [
        name,
        Buffer.alloc(32, name).toString('base64'),
      ]),
    )
    const env = { ...secrets, DATABASE_URL: fresh.url ?? '', LOG_LEVEL: 'silent' }
    const start = (name: string) => startProcess({ ...env, DATA_DIR: join(dataDir, name) })
    const people = await withdrawers(count, { ...env, DATA_DIR: join(dataDir, 'people') })
    const services = [await start('one'), await start('two')]
    try {
      const first = new Map<string, WithdrawAnswer>()
      const changes: Promise<void>[] = []
      const replace = async (at: number, signal: NodeJS.Signals) => {
        await services[at]?.end(signal)
        services[at] = await start(`${at} after ${signal}`)
      }
      const waiting = [...people.entries()]
      const worker = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [index, person] = next
          first.set(person.key, await throughEither(services, person, index % 2))
          if (first.size === 5) changes.push(replace(0, 'SIGKILL'))
          if (first.size === 15) changes.push(Promise.all(changes).then(() => replace(1, 'SIGTERM')))
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      await Promise.all(changes)
      expect(changes).toHaveLength(2)
      const [one, two] = services as [ServiceProcess, ServiceProcess]
      for (const person of people) {
        const answer = first.get(person.key)
        expect(answer?.code).toBe(0)
        // Asked again of both, under the key that was used.
        expect([await post(one, person), await post(two, person)]).toEqual([answer, answer])
        expect((await get(two, withdrawLog, person)).list).toHaveLength(1)
        expect(await get(one, balance, person)).toMatchObject({ amount: '0', hold: person.withdrawal.amount })
      }
      const database = openDatabase(postgresEngine({ url: fresh.url ?? '', connections: 1 }))
      // Each was given its coin once and holds it once.
      expect(await verifyLedger(database.read)).toMatchObject({ ok: true, transactions: 2 * count })
      await database.close()
    } finally {
      await Promise.all(services.map(service => service.end('SIGKILL')))
      await fresh.drop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  300_000,
)
