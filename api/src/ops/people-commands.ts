import { onlyArgument } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { endSessions } from '../sessions/session.ts'

/** Disables a person, or enables them again. */
export function peopleCommands(services: Services): void {
  const { operators } = services
  operators.command({
    name: 'user disable',
    usage: '<user id>',
    says: 'Disables an account and ends its sessions',
    run: async input => setStatus(services, onlyArgument(input, 'user id'), 'disabled'),
  })
  operators.command({
    name: 'user enable',
    usage: '<user id>',
    says: 'Lets a disabled account in again',
    run: async input => setStatus(services, onlyArgument(input, 'user id'), 'active'),
  })
}

async function setStatus({ database, now }: Services, publicId: string, status: 'active' | 'disabled') {
  return database.transaction(async tx => {
    const row = await tx
      .updateTable('app_user')
      .set({ status })
      .where('public_id', '=', publicId)
      .where('is_system', '=', false)
      .where('status', '<>', 'deleted')
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (status === 'disabled') await endSessions(tx, row.id, 'disabled', now())
    return { user_id: publicId, status }
  })
}
