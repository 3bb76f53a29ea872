import { randomInt, randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { readConfig } from '../../config.ts'
import { sqlStateOf } from '../../database/database.ts'
import { holdWithdrawal } from '../../wallet/hold.ts'
import { pay, reject } from '../../wallet/withdrawal-decisions.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { logTo } from '../../log.ts'
import { randomId } from '../../secrets/secrets.ts'
import type { Services } from '../../services.ts'
import { assemble, engineOf } from '../../start.ts'
import { rewardLegs } from '../../tasks/decide-review.ts'
import { post } from '../../ledger/ledger.ts'
import { ringOf, type Actor } from './people.ts'

/**
 * worker.ts <operations> <workers> <people>: random money operations through the service's own functions. One line on
 * stdout per operation that the database has acknowledged: its ledger key. Killed at any moment; what was printed must
 * be there afterwards.
 */
const [operations = 0, workers = 1, people = 8] = process.argv.slice(2).map(Number)

const config = readConfig({
  ...process.env,
  NODE_ENV: 'test',
  OIDC_DEVELOPMENT: 'off',
  DATABASE_CONNECTIONS: String(workers),
})
const log = logTo('silent')
const { services, stop } = await assemble(config, { engine: await engineOf(config, log), log })
const ring = await ringOf(services, people)
const open: string[] = (
  await services.database.read
    .selectFrom('withdrawal')
    .select('public_id')
    .where('status', 'in', ['submitted', 'awaiting_approval'])
    .execute()
).map(row => row.public_id)
let left = operations

await Promise.all(
  Array.from({ length: workers }, async () => {
    while (left > 0) {
      left -= 1
      await operation(services, pick(ring))
    }
  }),
)
await stop()

function pick<Item>(items: readonly Item[]): Item {
  return items[randomInt(items.length)] as Item
}

/** One line, written before anything else happens: the parent knows by it that the database has committed. */
function acknowledge(key: string): void {
  writeSync(1, `${key}\n`)
}

async function operation(running: Services, actor: Actor): Promise<void> {
  try {
    const kind = randomInt(100)
    if (kind < 40) await reward(running, actor)
    else if (kind < 65) await hold(running, actor)
    else if (kind < 95) await decide(running, kind < 82)
    else await twice(running, actor)
  } catch (error) {
    // A statement that waited longer than any call may: the database rejected it, which is an answer.
    if (sqlStateOf(error) === '57014') return acknowledge('refused timeout')
    if (!(error instanceof Refusal)) throw error
    acknowledge(`refused ${error.key}`)
  }
}

async function reward({ database }: Services, actor: Actor): Promise<void> {
  const id = randomUUID()
  await database.transaction(tx =>
    post(tx, {
      kind: 'task_reward',
      key: `task:${id}:reward`,
      refType: 'assignment',
      refId: id,
      userId: actor.id,
      legs: rewardLegs(actor.id, BigInt(randomInt(1, 80_000)), actor.inviter),
    }),
  )
  acknowledge(`task:${id}:reward`)
}

async function hold({ database, now }: Services, actor: Actor): Promise<void> {
  const id = randomId()
  await database.transaction(tx =>
    holdWithdrawal(tx, actor.id, actor.account, BigInt(randomInt(10_000, 100_000)), now(), id),
  )
  open.push(id)
  acknowledge(`wd:${id}:hold`)
}

/** Two at once about the same withdrawal: one of them decides. */
async function decide(running: Services, isPaid: boolean): Promise<void> {
  const [id] = open.splice(randomInt(Math.max(1, open.length)), 1)
  if (id === undefined) return
  const results = await Promise.allSettled([
    running.database.transaction(tx =>
      isPaid ? pay(running, tx, id, { by: 'proof' }) : reject(running, tx, id, 'proof', 'proof'),
    ),
    running.database.transaction(tx => reject(running, tx, id, 'proof', 'proof')),
  ])
  for (const result of results)
    if (result.status === 'rejected' && !(result.reason instanceof Refusal)) throw result.reason
  if (results.filter(result => result.status === 'fulfilled' && result.value.changed).length !== 1)
    throw new Error(`withdrawal ${id} was not decided exactly once`)
  acknowledge(`wd:${id}:final`)
}

/** The same key twice at once: one posting. */
async function twice({ database }: Services, actor: Actor): Promise<void> {
  const id = randomUUID()
  const legs = rewardLegs(actor.id, 500n, actor.inviter)
  const posting = () =>
    database.transaction(tx =>
      post(tx, {
        kind: 'task_reward',
        key: `task:${id}:reward`,
        refType: 'assignment',
        refId: id,
        userId: actor.id,
        legs,
      }),
    )
  const both = await Promise.all([posting(), posting()])
  if (both.filter(result => result.posted).length !== 1 || both[0]?.txnId !== both[1]?.txnId)
    throw new Error(`key ${id} was posted twice`)
  acknowledge(`task:${id}:reward`)
}
