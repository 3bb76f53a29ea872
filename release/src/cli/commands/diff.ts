import type { Release } from '@adcoin/contract'
import { readRecord } from '../../operations/live-state.ts'
import { readRelease } from '../../releases/read-release.ts'
import { listReleaseChanges } from '../../operations/plan.ts'
import { UsageError, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** diff [N] [M]: shows what changed from generation N to M; by default the last change. */
export async function run({ open, rest }: CommandInput): Promise<CommandAnswer> {
  const context = await open()
  const newest = await context.store.pointer()
  const to = numberOf(rest[1], newest)
  const { live: after, change } = await readRecord(context, to, true)
  const from = numberOf(rest[0], change.after ?? to - 1)
  const before = from > 0 ? (await readRecord(context, from, true)).live : undefined
  const apps = await Promise.all(
    listReleaseChanges(before?.apps ?? {}, after.apps).map(async ({ app, from: old, to: now }) => {
      const [a, b] = await Promise.all([
        old ? readRelease(context, app, old) : undefined,
        now ? readRelease(context, app, now) : undefined,
      ])
      return {
        app,
        from: old,
        to: now,
        ...filesBetween(a, b),
        routes: listsBetween(
          a?.manifest?.routes.map(each => each.path),
          b?.manifest?.routes.map(each => each.path),
        ),
      }
    }),
  )
  const lines = apps.flatMap(({ app, from: old, to: now, added, removed, bytes, routes }) => [
    `${app}: ${old ?? 'nothing'} -> ${now ?? 'nothing'}: ${added.length} new files, ${removed.length} removed, ${bytes >= 0 ? '+' : ''}${bytes} bytes`,
    ...routes.added.map(path => `  + ${path}`),
    ...routes.removed.map(path => `  - ${path}`),
  ])
  return { data: { from, to, apps }, lines: lines.length > 0 ? lines : ['The live releases are the same.'] }
}

function filesBetween(
  before: Release | undefined,
  after: Release | undefined,
): { added: readonly string[]; removed: readonly string[]; bytes: number } {
  const size = (release: Release | undefined) => release?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0
  return {
    ...listsBetween(
      before?.files.map(file => file.path),
      after?.files.map(file => file.path),
    ),
    bytes: size(after) - size(before),
  }
}

function listsBetween(
  before: readonly string[] = [],
  after: readonly string[] = [],
): { added: readonly string[]; removed: readonly string[] } {
  return { added: after.filter(each => !before.includes(each)), removed: before.filter(each => !after.includes(each)) }
}

function numberOf(word: string | undefined, otherwise: number): number {
  if (word === undefined) return otherwise
  if (!/^[0-9]{1,9}$/.test(word)) throw new UsageError(`"${word}" is not a generation number`)
  return Number(word)
}
