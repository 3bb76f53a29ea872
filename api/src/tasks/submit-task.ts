import { submitTask, type FieldErrorKey } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type * as v from 'valibot'
import { lockPerson } from '../sessions/lock-person.ts'
import type { Transaction } from '../database/database.ts'
import { cleanUsername, platforms } from '../catalogue/platforms.ts'
import { isOwnerOfFiles } from '../files/file-links.ts'
import { Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readSetting } from '../settings/settings.ts'
import { makeStep, moveTo, toTaskStates } from './assignment-row.ts'
import { isAcceptableLink, listMissingFields, type SubmittedProof, type ProofField } from './sandbox-review.ts'
import { findRepetitions, type ComparedProof } from './repeated-proof.ts'
import { reviewJob, reviewKey } from './review-job.ts'
import { toSubmitted } from './task-states.ts'
import { limitTable } from '../limits/table.ts'

type Input = v.InferOutput<typeof submitTask.request>

/** Takes the proof of a claimed task and puts it up for review. */
export function serveSubmitTask(app: FastifyInstance, services: Services): void {
  serve(
    app,
    submitTask,
    async ({ input, person, transact }) => transact(async tx => submit(tx, services, person.id, input)),
    { limits: [limitTable.submissions] },
  )
}

async function submit(
  tx: Transaction,
  services: Services,
  userId: bigint,
  input: Input,
): Promise<{ review_status: number; exec_status: number }> {
  const { config, jobs, now } = services
  const at = now()
  await lockPerson(tx, userId, 'session_expired')
  const row = await ownAssignment(tx, userId, input.assignment_id)
  const next = toSubmitted(toTaskStates(row))
  if (!next) throw new Refusal('submit_state')
  if (row.deadline_at <= at) throw new Refusal('task_closed')
  const account = await ownAccount(tx, userId, input.account_id)
  const fileIds = [...new Set(input.file_ids)]
  if (!(await isOwnerOfFiles(tx, userId, fileIds, 'proof')))
    throw new Refusal('not_found', { fields: { file_ids: 'not_found' } })
  const proof: SubmittedProof = {
    required: row.submit_fields as readonly ProofField[],
    account: account && { hosts: account.hosts, username: account.username, isBound: true },
    videoLink: input.video_link ?? null,
    username: cleanUsername(input.username ?? '') || null,
    homepageLink: input.homepage_link ?? null,
    files: fileIds.length,
  }
  refuseIncomplete(proof, config.sandboxReviewSeconds > 0)
  if ((await readSetting(tx, 'repeated_proof')) === 'refuse') {
    const { videoLink, homepageLink } = proof
    await refuseRepeated(tx, { assignmentId: row.id, userId, videoLink, homepageLink, fileIds })
  }
  await moveTo(tx, row, next, { entries: [makeStep('submitted', at)], submittedAt: at, failReason: null })
  await tx
    .insertInto('submission')
    .values({
      assignment_id: row.id,
      attempt: next.attempt,
      bind_account_id: account?.id ?? null,
      video_link: proof.videoLink,
      username: proof.username,
      homepage_link: proof.homepageLink,
      file_ids: JSON.stringify(fileIds),
      submitted_at: at,
    })
    .execute()
  if (config.sandboxReviewSeconds > 0) {
    await jobs.enqueue(tx, {
      kind: reviewJob,
      payload: { assignment: row.public_id, attempt: next.attempt },
      runAt: new Date(at.getTime() + config.sandboxReviewSeconds * 1000),
      uniqueKey: reviewKey(row.public_id, next.attempt),
    })
  }
  return { review_status: next.review, exec_status: next.exec }
}

/** The claimed task, with what its proof must hold. */
async function ownAssignment(tx: Transaction, userId: bigint, id: string) {
  const row = await tx
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .select([
      'assignment.id',
      'assignment.public_id',
      'assignment.exec_status',
      'assignment.review_status',
      'assignment.attempt',
      'assignment.history',
      'assignment.deadline_at',
      'task.submit_fields',
    ])
    .where('assignment.public_id', '=', id)
    .where('assignment.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

type OwnAccount = { readonly id: bigint; readonly username: string; readonly hosts: readonly string[] }

/** Another person's account is not found; one's own must be bound. */
async function ownAccount(tx: Transaction, userId: bigint, accountId: string | undefined): Promise<OwnAccount | null> {
  if (accountId === undefined) return null
  const row = await tx
    .selectFrom('bind_account')
    .select(['id', 'username', 'platform', 'status'])
    .where('public_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', { fields: { account_id: 'not_found' } })
  if (row.status !== 2) throw new Refusal('need_bind', { fields: { account_id: 'need_bind' } })
  return {
    id: row.id,
    username: row.username,
    hosts: platforms.find(platform => platform.code === row.platform)?.hosts ?? [],
  }
}

function refuseIncomplete(proof: SubmittedProof, isSandbox: boolean): void {
  const missing = listMissingFields(proof).map((field): [string, FieldErrorKey] => [
    field === 'files' ? 'file_ids' : field,
    'required',
  ])
  if (missing.length > 0) throw new Refusal('invalid_input', { fields: Object.fromEntries(missing) })
  const { account } = proof
  if (!account) return
  const foreign = (
    [
      ['video_link', proof.videoLink],
      ['homepage_link', proof.homepageLink],
    ] as const
  ).filter(([, link]) => link !== null && !isAcceptableLink(link, account.hosts, isSandbox))
  if (foreign.length > 0)
    throw new Refusal('link_invalid', {
      fields: Object.fromEntries(foreign.map(([field]) => [field, 'link_invalid' as const])),
    })
}

const repeatedFields = { link: 'video_link', profile: 'homepage_link', picture: 'file_ids' } as const

async function refuseRepeated(tx: Transaction, proof: ComparedProof): Promise<void> {
  const [repetitions] = await findRepetitions(tx, [proof])
  const fields = [...new Set(repetitions?.values())].map(kind => [repeatedFields[kind], 'proof_repeated'] as const)
  if (fields.length > 0) throw new Refusal('proof_repeated', { fields: Object.fromEntries(fields) })
}
