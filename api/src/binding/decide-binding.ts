import { defaultLanguage } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import { addToInbox } from '../inbox/inbox.ts'
import { findNextState } from './bind-states.ts'
import type { SocialProfile } from './social-verifier.ts'

/** The found profile, its pictures as ids of kept files. */
type ProfileChanges = Partial<
  Omit<SocialProfile, 'avatar' | 'background'> & { avatar: string | null; background: string | null }
>

export type BindVerdict =
  | { readonly binds: true; readonly profile: ProfileChanges | undefined }
  | { readonly binds: false; readonly reason: string; readonly profile: ProfileChanges | undefined }

/**
 * Binds or fails an account that waits; answers false when it does not wait (any more). `attempt` guards against an
 * answer to an earlier question.
 */
export async function decideBinding(
  tx: Transaction,
  which: { readonly id: string; readonly attempt?: number },
  verdict: BindVerdict,
  by: string,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('bind_account')
    .select(['id', 'user_id', 'username', 'status', 'attempt'])
    .where('public_id', '=', which.id)
    .forUpdate()
    .executeTakeFirst()
  const status = row && findNextState(row.status, verdict.binds ? 'bound' : 'failed')
  if (!row || status === undefined || (which.attempt !== undefined && which.attempt !== row.attempt)) return false
  const { profile } = verdict
  await tx
    .updateTable('bind_account')
    .set({
      status,
      fail_reason: verdict.binds ? null : verdict.reason,
      decided_by: by,
      decided_at: at,
      verify_ask_at: null,
      ...(profile?.fans === undefined ? {} : { fans: BigInt(profile.fans) }),
      ...(profile?.regDays === undefined ? {} : { reg_days: profile.regDays }),
      ...(profile?.nickname === undefined ? {} : { nickname: profile.nickname }),
      ...(profile?.description === undefined ? {} : { description: profile.description }),
      ...(profile?.avatar === undefined ? {} : { avatar: profile.avatar }),
      ...(profile?.background === undefined ? {} : { background: profile.background }),
    })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .execute()
  await addToInbox(tx, row.user_id, {
    kind: verdict.binds ? 'account_bound' : 'account_refused',
    at,
    title: { [defaultLanguage]: `@${row.username}` },
    ...(verdict.binds ? {} : { reason: verdict.reason }),
  })
  return true
}
