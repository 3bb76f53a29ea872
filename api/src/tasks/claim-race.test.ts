// @postgres
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../refusals/refusal.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { makePerson, type ServicePerson } from '../testing/people.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { decideReview } from './decide-review.ts'
import { lockPendingAssignment } from './pending-assignment.ts'
import { claim } from './receive-task.ts'
import { toDay } from '../days/local-days.ts'
import { toSubmitted } from './task-states.ts'

// Thirty: the server of a test run has a hundred for everybody.
// Only PostgreSQL runs transactions side by side; the embedded engine has one lane and proves nothing here.
describe.skipIf(!process.env.TEST_DATABASE_URL)('with thirty connections', () => {
  let service: TestService
  let people: ServicePerson[]
  beforeAll(async () => {
    service = await startTestService({ env: { DATABASE_CONNECTIONS: '30' } })
    people = []
    // Each invites the next, so that every reward also touches another person's account.
    for (let index = 0; index < 100; index += 1)
      people.push(
        await makePerson(service, { ...(people[index - 1] ? { invitedBy: people[index - 1] as ServicePerson } : {}) }),
      )
  }, 120_000)
  afterAll(async () => {
    await service.stop()
  })

  const places = async (task: string, n: number) =>
    service.services.database.transaction(async tx => {
      const { id } = await tx
        .updateTable('task')
        .set({ quota_day: n })
        .where('public_id', '=', task)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  const outcome = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      error => (error instanceof Refusal ? error.key : Promise.reject(error)),
    )

  it('a hundred claims of twenty places take twenty', async () => {
    const task = await places('trail-sms', 20)
    const now = service.services.now()
    const outcomes = await Promise.all(
      people.map(person =>
        outcome(service.services.database.transaction(async tx => claim(tx, person.id, 'trail-sms', now))),
      ),
    )
    expect(outcomes.filter(one => one === 'done')).toHaveLength(20)
    expect(outcomes.filter(one => one === 'task_full')).toHaveLength(80)
    const left = await service.services.database.read
      .selectFrom('task_day')
      .select('quota_left')
      .where('task_id', '=', task)
      .where('day', '=', toDay(now))
      .executeTakeFirstOrThrow()
    expect(left.quota_left).toBe(0)
  })

  it('the same test catches a claim that reads first and writes then', async () => {
    await places('market-group', 20)
    const day = toDay(service.services.now())
    const naive = async (person: ServicePerson) =>
      service.services.database.transaction(async tx => {
        const task = await tx
          .selectFrom('task')
          .select(['id', 'reward', 'quota_day'])
          .where('public_id', '=', 'market-group')
          .executeTakeFirstOrThrow()
        const { taken } = await tx
          .selectFrom('assignment')
          .select(count => count.fn.countAll<bigint>().as('taken'))
          .where('task_id', '=', task.id)
          .where('day', '=', day)
          .executeTakeFirstOrThrow()
        if (Number(taken) >= task.quota_day) throw new Refusal('task_full')
        await sql`SELECT pg_sleep(0.002)`.execute(tx)
        await tx
          .insertInto('assignment')
          .values({
            public_id: `naive-${person.publicId}`,
            task_id: task.id,
            user_id: person.id,
            day,
            reward: task.reward,
            deadline_at: new Date(Date.now() + 1e6),
          })
          .execute()
      })
    const outcomes = await Promise.all(people.map(person => outcome(naive(person))))
    expect(outcomes.filter(one => one === 'done').length).toBeGreaterThan(20)
  })

  it('every submission is decided and paid once by five reviewers, without a deadlock', async () => {
    const { database, now } = service.services
    await places('leafy-friend', 1_000)
    const assignments = await Promise.all(
      people.map(person =>
        database.transaction(async tx => {
          const { publicId } = await claim(tx, person.id, 'leafy-friend', now())
          const next = toSubmitted({ exec: 0, review: 0, attempt: 0 })
          await tx
            .updateTable('assignment')
            .set({ exec_status: next?.exec ?? -1, review_status: next?.review ?? -1, attempt: next?.attempt ?? -1 })
            .where('public_id', '=', publicId)
            .execute()
          return publicId
        }),
      ),
    )
    const decide = (assignment: string, passes: boolean) =>
      database.transaction(async tx => {
        const row = await lockPendingAssignment(tx, assignment)
        if (!row) return 0
        await decideReview(tx, row, passes ? { passes } : { passes, reason: 'no' }, { by: 'race' }, now())
        return 1
      })
    const decisions = await Promise.all(
      assignments.flatMap((assignment, index) =>
        [0, 1, 2, 3, 4].map(reviewer => decide(assignment, (index + reviewer) % 3 !== 0)),
      ),
    )
    expect(decisions.reduce<number>((sum, one) => sum + one, 0)).toBe(100)
    const {
      rows: [paid],
    } = await sql<{ passed: bigint; posted: bigint }>`
      SELECT (SELECT count(*) FROM assignment WHERE review_status = 2) AS passed,
             (SELECT count(*) FROM ledger_txn WHERE kind = 'task_reward') AS posted`.execute(database.read)
    expect(paid?.posted).toBe(paid?.passed)
    expect(await verifyLedger(database.read)).toMatchObject({ ok: true })
  }, 60_000)
})
