import type { Transaction } from '../database/database.ts'
import { encodeReason, type ReasonKey } from '../refusals/reasons.ts'
import { platforms } from '../catalogue/platforms.ts'
import type { Services } from '../services.ts'
import { decideReview } from './decide-review.ts'
import { lockPendingAssignment, type PendingRow, type ReviewVerdict } from './pending-assignment.ts'
import { findReasonAgainstProof, type ProofField } from './sandbox-review.ts'

export const reviewJob = 'assignment.review'
export const appealJob = 'assignment.appeal'

/**
 * The sandbox reviewer, some seconds after the submission or the appeal. An earlier decision of an operator stays. It
 * decides appeals under another name, because the first decider must not.
 */
export function handleReviewJobs({ config, jobs, now }: Services): void {
  if (config.sandboxReviewSeconds === 0) return
  jobs.handle(reviewJob, {
    async transaction(tx, payload) {
      const row = await lockPendingAssignment(tx, String(payload.assignment))
      if (!row || row.appeal || row.attempt !== payload.attempt) return
      await decideReview(tx, row, toVerdict(await reasonOf(tx, row)), { by: 'sandbox' }, now())
    },
  })
  jobs.handle(appealJob, {
    async transaction(tx, payload) {
      const row = await lockPendingAssignment(tx, String(payload.assignment))
      if (!row?.appeal) return
      const reason = await reasonOf(tx, row)
      // A post may be public by now; whatever else was missing is still missing in the proof.
      const stays = reason === 'link_unreachable' ? undefined : reason
      await decideReview(tx, row, toVerdict(stays), { by: 'sandbox-appeals' }, now())
    },
  })
}

function toVerdict(reason: ReasonKey | undefined): ReviewVerdict {
  return reason === undefined ? { passes: true } : { passes: false, reason: encodeReason(reason) }
}
/** One review for each time that proof was sent. */
export const reviewKey = (assignment: string, attempt: number): string => `review:${assignment}:${attempt}`

async function reasonOf(tx: Transaction, row: PendingRow): Promise<ReasonKey | undefined> {
  const sent = await tx
    .selectFrom('submission')
    .leftJoin('bind_account', 'bind_account.id', 'submission.bind_account_id')
    .select([
      'submission.video_link',
      'submission.username',
      'submission.homepage_link',
      'submission.file_ids',
      'bind_account.platform',
      'bind_account.username as account_name',
      'bind_account.status',
    ])
    .where('submission.assignment_id', '=', row.id)
    .where('submission.attempt', '=', row.attempt)
    .executeTakeFirstOrThrow()
  const account =
    sent.platform === null || sent.account_name === null
      ? null
      : {
          hosts: platforms.find(platform => platform.code === sent.platform)?.hosts ?? [],
          username: sent.account_name,
          isBound: sent.status === 2,
        }
  return findReasonAgainstProof({
    required: row.submit_fields as readonly ProofField[],
    account,
    videoLink: sent.video_link,
    username: sent.username,
    homepageLink: sent.homepage_link,
    files: sent.file_ids.length,
  })
}
