import type { WaitingSubmission } from '@adcoin/contract/operations'
import type { Queries } from '../database/database.ts'
import { describePersonState } from '../operators/operators.ts'
import { findRepetitions, type ComparedProof } from './repeated-proof.ts'

/** Earlier proofs that a reviewer can open. */
const mostShown = 3

type PaidBefore = NonNullable<WaitingSubmission['paid_before']>

/** For each proof: how often its link or picture was paid before, with the newest of those proofs; null if never. */
export async function findPaidBefore(
  db: Queries,
  proofs: readonly ComparedProof[],
  linkTo: (fileId: string) => string,
  at: Date,
): Promise<readonly (PaidBefore | null)[]> {
  const repetitions = await findRepetitions(db, proofs)
  const newestOf = (found: (typeof repetitions)[number]) =>
    [...found.keys()].sort((a, b) => Number(b - a)).slice(0, mostShown)
  const ids = [...new Set(repetitions.flatMap(newestOf))]
  const earlier =
    ids.length === 0 ? new Map<bigint, PaidBefore['proofs'][number]>() : await readProofs(db, ids, linkTo, at)
  return repetitions.map(found =>
    found.size === 0
      ? null
      : {
          times: found.size,
          same: [...new Set(found.values())],
          proofs: newestOf(found).flatMap(id => earlier.get(id) ?? []),
        },
  )
}

async function readProofs(db: Queries, ids: readonly bigint[], linkTo: (fileId: string) => string, at: Date) {
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('task', 'task.id', 'assignment.task_id')
    .innerJoin('app_user', 'app_user.id', 'assignment.user_id')
    .innerJoin('submission', join =>
      join
        .onRef('submission.assignment_id', '=', 'assignment.id')
        .onRef('submission.attempt', '=', 'assignment.attempt'),
    )
    .select([
      'assignment.id',
      'assignment.public_id',
      'task.code',
      'task.title_i18n',
      'app_user.public_id as user_id',
      'app_user.status',
      'app_user.withdraw_frozen_until',
      'submission.submitted_at',
      'submission.video_link',
      'submission.homepage_link',
      'submission.file_ids',
    ])
    .where('assignment.id', 'in', [...ids])
    .execute()
  const files = rows.flatMap(({ file_ids }) => file_ids)
  const pictures = await db
    .selectFrom('file')
    .select('id')
    .where('id', 'in', ['', ...files])
    .where('mime', 'like', 'image/%')
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        assignment: row.public_id,
        title: row.title_i18n.en_US ?? row.code,
        user_id: row.user_id,
        person_state: describePersonState(row, at),
        submitted_at: row.submitted_at.toISOString(),
        video_link: row.video_link,
        homepage_link: row.homepage_link,
        files: row.file_ids.filter(id => pictures.some(picture => picture.id === id)).map(linkTo),
      },
    ]),
  )
}
