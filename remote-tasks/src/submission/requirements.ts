import { WebLink, type BoundAccount, type TaskDetail } from '@adcoin/contract'
import * as v from 'valibot'

export const SubmissionDraft = v.object({
  account_id: v.string(),
  video_link: v.string(),
  username: v.string(),
  homepage_link: v.string(),
  file_ids: v.array(v.string()),
  disclosure_confirmed: v.boolean(),
})
export type SubmissionDraft = v.InferOutput<typeof SubmissionDraft>

export const emptyProof: SubmissionDraft = {
  account_id: '',
  video_link: '',
  username: '',
  homepage_link: '',
  file_ids: [],
  disclosure_confirmed: false,
}

const Filled = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(100, 'too_long'))

/** Fields that the task does not ask for may be empty. The service checks the same and more. */
export function createProofSchema(needed: TaskDetail['submit_fields']) {
  const needsField = (field: TaskDetail['submit_fields'][number]) => needed.includes(field)
  return v.object({
    account_id: needsField('account_id') ? Filled : v.string(),
    video_link: needsField('video_link') ? WebLink : v.string(),
    username: needsField('username') ? Filled : v.string(),
    homepage_link: needsField('homepage_link') ? WebLink : v.string(),
    file_ids: needsField('files') ? v.pipe(v.array(v.string()), v.minLength(1, 'required')) : v.array(v.string()),
    disclosure_confirmed: v.pipe(
      v.boolean(),
      v.check(isConfirmed => isConfirmed, 'disclosure_needed'),
    ),
  })
}

/** The service rejects fields that the task does not ask for. */
export function toProofRequest(task: TaskDetail, proof: SubmissionDraft) {
  const needsField = (field: TaskDetail['submit_fields'][number]) => task.submit_fields.includes(field)
  return {
    assignment_id: task.assignment_id ?? '',
    disclosure_confirmed: true as const,
    ...(needsField('account_id') && { account_id: proof.account_id }),
    ...(needsField('video_link') && { video_link: proof.video_link }),
    ...(needsField('username') && { username: proof.username }),
    ...(needsField('homepage_link') && { homepage_link: proof.homepage_link }),
    ...(needsField('files') && { file_ids: proof.file_ids }),
  }
}

/** With several accounts the person chooses one. */
export function fillFromOnlyAccount(accounts: readonly BoundAccount[]): Partial<SubmissionDraft> {
  const [account] = accounts
  return account && accounts.length === 1 ? { account_id: account.id, ...fillFromAccount(account) } : {}
}

export function fillFromAccount(account: BoundAccount | undefined): { username: string; homepage_link: string } {
  return { username: account?.username ?? '', homepage_link: account?.link ?? '' }
}

/** The last submission without its files: the service does not accept them twice. */
export function fillFromSubmission({ submission }: TaskDetail): Partial<SubmissionDraft> {
  if (!submission) return {}
  return {
    account_id: submission.account_id ?? '',
    video_link: submission.video_link ?? '',
    username: submission.username ?? '',
    homepage_link: submission.homepage_link ?? '',
  }
}
