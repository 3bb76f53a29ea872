import { sql } from 'kysely'
import { normaliseLink } from '../catalogue/canonical-link.ts'
import type { Queries, Transaction } from '../database/database.ts'
import { listHashRows, isSamePicture } from '../files/picture-hash.ts'
import { hashText } from '../secrets/hash-text.ts'

/** What a proof has in common with one that was paid. The profile counts only where it is another person's proof. */
export type Repetition = 'link' | 'profile' | 'picture'

export type ComparedProof = {
  readonly assignmentId: bigint
  readonly userId: bigint
  readonly videoLink: string | null
  readonly homepageLink: string | null
  readonly fileIds: readonly string[]
}

type Mark = { readonly mark: string; readonly kind: Repetition; readonly pictureHash: string }

/** Matches of one mark that are read: the newest. A row of a picture's hash can be in many pictures. */
const mostMatches = 50

/**
 * For each proof, the paid ones with the same link, file or picture: what they share, by the id of the assignment. All
 * are found by index.
 */
export async function findRepetitions(
  db: Queries,
  proofs: readonly ComparedProof[],
): Promise<readonly ReadonlyMap<bigint, Repetition>[]> {
  const marks = await listMarks(db, proofs)
  const found = await findPaid(db, [...new Set(marks.flat().map(({ mark }) => mark))])
  return proofs.map(({ assignmentId, userId }, index) => {
    const repetitions = new Map<bigint, Repetition>()
    for (const { mark, kind, pictureHash } of marks[index] ?? [])
      for (const paid of found.get(mark) ?? []) {
        const isOther = paid.assignment_id !== assignmentId && (kind !== 'profile' || paid.user_id !== userId)
        const isSame = pictureHash === '' || isSamePicture(pictureHash, paid.picture_hash)
        if (isOther && isSame && !repetitions.has(paid.assignment_id)) repetitions.set(paid.assignment_id, kind)
      }
    return repetitions
  })
}

/** Records the marks of a proof that is paid. */
export async function recordPaidProof(
  tx: Transaction,
  { id, attempt }: { id: bigint; attempt: number },
): Promise<void> {
  const submission = await tx
    .selectFrom('submission')
    .select(['video_link', 'homepage_link', 'file_ids'])
    .where('assignment_id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  if (!submission) return
  const { video_link: videoLink, homepage_link: homepageLink, file_ids: fileIds } = submission
  const [marks = []] = await listMarks(tx, [{ videoLink, homepageLink, fileIds }])
  if (marks.length === 0) return
  await tx
    .insertInto('paid_proof')
    .values(marks.map(({ mark, pictureHash }) => ({ mark, assignment_id: id, picture_hash: pictureHash })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

type MarkedProof = Pick<ComparedProof, 'videoLink' | 'homepageLink' | 'fileIds'>

async function listMarks(db: Queries, proofs: readonly MarkedProof[]): Promise<readonly Mark[][]> {
  const ids = proofs.flatMap(({ fileIds }) => fileIds)
  const rows = ids.length === 0 ? [] : await filesOf(db, ids)
  const files = new Map(rows.map(file => [file.id, file]))
  return proofs.map(({ videoLink, homepageLink, fileIds }) => [
    ...markLink('link', videoLink),
    ...markLink('profile', homepageLink),
    ...fileIds.flatMap(id => markFile(files.get(id))),
  ])
}

const filesOf = (db: Queries, ids: readonly string[]) =>
  db
    .selectFrom('file')
    .select(['id', 'sha256', 'picture_hash'])
    .where('id', 'in', [...ids])
    .execute()

function markLink(kind: 'link' | 'profile', link: string | null): Mark[] {
  return link === null ? [] : [{ mark: `${kind} ${hashText(normaliseLink(link))}`, kind, pictureHash: '' }]
}

function markFile(file: Awaited<ReturnType<typeof filesOf>>[number] | undefined): Mark[] {
  if (!file) return []
  const pictureHash = file.picture_hash ?? ''
  const looks = listHashRows(pictureHash)
  const whole = [`file ${file.sha256}`, ...(looks.length > 0 ? [`picture ${pictureHash}`] : [])]
  return [
    ...whole.map(mark => ({ mark, kind: 'picture' as const, pictureHash: '' })),
    ...looks.map(row => ({ mark: `row ${row}`, kind: 'picture' as const, pictureHash })),
  ]
}

type PaidRow = { mark: string; assignment_id: bigint; picture_hash: string; user_id: bigint }

async function findPaid(db: Queries, marks: readonly string[]): Promise<ReadonlyMap<string, readonly PaidRow[]>> {
  if (marks.length === 0) return new Map()
  const { rows } = await sql<PaidRow>`
    SELECT wanted.mark, paid.assignment_id, paid.picture_hash, a.user_id
      FROM unnest(${[...marks]}::text[]) AS wanted(mark)
      CROSS JOIN LATERAL (
        SELECT p.assignment_id, p.picture_hash FROM paid_proof p WHERE p.mark = wanted.mark
         ORDER BY p.assignment_id DESC LIMIT ${sql.lit(mostMatches)}
      ) paid
      JOIN assignment a ON a.id = paid.assignment_id`.execute(db)
  return Map.groupBy(rows, ({ mark }) => mark)
}
