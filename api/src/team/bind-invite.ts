import { bindInvite } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { bindInviter } from '../accounts/invitation.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { lockSignedIn } from '../sessions/session.ts'
import { limitTable } from '../limits/table.ts'

/** Binds an inviter's code, once and for all. The account id is sent with it and must be the caller's own. */
export function serveBindInvite(app: FastifyInstance, { now }: Services): void {
  serve(
    app,
    bindInvite,
    async ({ input, person, transact }) => {
      if (input.user_id !== person.publicId) throw new Refusal('forbidden', { fields: { user_id: 'forbidden' } })
      return transact(async tx => {
        await lockSignedIn(tx, person)
        return { inviter_id: (await bindInviter(tx, person.id, input.invite_code, now())).publicId }
      })
    },
    { limits: [limitTable.inviters] },
  )
}
