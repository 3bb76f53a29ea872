import { createKeyedTurns } from '../limits/gate.ts'
import { tryWithinLimits } from '../limits/limits.ts'
import { limitTable } from '../limits/table.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

const turns = createKeyedTurns()

/** Checks the login password of a signed-in person again, before an action of the owner alone. */
export function checkLoginPassword(
  { limits, passwords }: Services,
  owner: { readonly id: bigint; readonly pwd_hash: string | null },
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw refuseField('passwd', 'required')
  const counter = { name: 'login-password-again', subject: String(owner.id), limit: limitTable.loginPasswordAgain }
  return turns(String(owner.id), () =>
    passwords.inTurn('proved', async ({ matches }) => {
      if (await tryWithinLimits(limits, [counter], async () => !(await matches(password, owner.pwd_hash))))
        throw new Refusal('old_pwd_wrong', { fields: { passwd: 'old_pwd_wrong' } })
    }),
  )
}
