import { keyedTurns } from '../limits/gate.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

const wrongLoginPasswords = { max: 5, seconds: 3600 }
const turns = keyedTurns()

/** The login password of somebody who is signed in, asked for again before something that only the owner may do. */
export function checkLoginPassword(
  { limits, passwords }: Services,
  owner: { readonly id: bigint; readonly pwd_hash: string | null },
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw invalid('passwd', 'required')
  return turns(String(owner.id), async () => {
    await limits.take('login-password-again', String(owner.id), wrongLoginPasswords)
    if (!(await passwords.matches(password, owner.pwd_hash)))
      throw new Refusal('old_pwd_wrong', { fields: { passwd: 'old_pwd_wrong' } })
    await limits.giveBack('login-password-again', String(owner.id))
  })
}
