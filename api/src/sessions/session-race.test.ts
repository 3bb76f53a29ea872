// @postgres
import { expect, it } from 'vitest'
import { makePerson } from '../testing/people.ts'
import { startTestService } from '../testing/start-service.ts'
import { lockPerson } from './lock-person.ts'
import { openSession, sessionsPerPerson } from './session.ts'

// Only PostgreSQL runs transactions side by side; the embedded engine has one lane and proves nothing here.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'forty logins of one person at once leave ten sessions',
  async () => {
    const service = await startTestService({ env: { DATABASE_CONNECTIONS: '20' } })
    try {
      const { database, now } = service.services
      const client = { ip: '127.0.0.1', userAgent: 'race' }
      // Five people: without the lock one of them alone keeps too many in every third run.
      for (const person of await Promise.all(Array.from({ length: 5 }, () => makePerson(service)))) {
        await Promise.all(
          Array.from({ length: 40 }, () =>
            database.transaction(async tx => openSession(tx, await lockPerson(tx, person.id), 'email', client, now())),
          ),
        )
        const open = await database.read
          .selectFrom('session')
          .select('id')
          .where('user_id', '=', person.id)
          .where('revoked_at', 'is', null)
          .execute()
        expect(open).toHaveLength(sessionsPerPerson)
      }
    } finally {
      await service.stop()
    }
  },
  60_000,
)
