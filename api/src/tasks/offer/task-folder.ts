import { apiCodes, parseLink } from '@adcoin/contract'
import * as v from 'valibot'
import { repeatText, type SixTexts } from '../../settings/six-languages.ts'
import type { TaskKind } from '../../catalogue/task-kinds.ts'
import { readMedium, readTextFile, type Medium } from './folder-files.ts'
import { Problems } from './problems.ts'

/**
 * Reads a task that an operator wrote: `task.json` with its texts, pictures and films beside it.
 * @throws UsageProblem that names everything that is wrong, each beside its field or file
 */
export async function readTaskFolder(folder: string): Promise<OfferedTask> {
  const problems = new Problems()
  const file = await parseTask(folder, problems)
  if (!file) return problems.refuse()
  const words = async (place: string, written: Written) => wordsOf(folder, `task.json: ${place}`, written, problems)
  const medium = async (name: string, kind: 'image' | 'video') => readMedium(folder, name, kind, problems)
  const { deadline_hours: deadlineHours, ends_at, url, picture, example, materials, ...rest } = file
  const read = {
    ...rest,
    kind: file.kind as TaskKind,
    deadlineHours,
    endsAt: ends_at === undefined ? null : new Date(ends_at),
    url: url ?? null,
    title: await words('title', file.title),
    brief: await words('brief', file.brief),
    steps: await inTurn(file.steps, async (step, index) => words(`steps.${index}`, step)),
    picture: { medium: await medium(picture.file, 'image'), alt: await words('picture.alt', picture.alt) },
    example: example
      ? { medium: await medium(example.file, 'image'), caption: await words('example.caption', example.caption) }
      : null,
    materials: await inTurn(materials, async (material, index) => {
      const label = await words(`materials.${index}.label`, material.label)
      if (material.kind === 'link') return { ...material, label }
      if (material.kind === 'copy')
        return { ...material, label, text: await words(`materials.${index}.text`, material.text) }
      return { kind: material.kind, label, medium: await medium(material.file, material.kind) }
    }),
  }
  // Unreadable parts were recorded as problems; without problems, everything is there.
  return problems.refuseOr(read as OfferedTask)
}

const Text = (most: number) =>
  v.pipe(
    v.string('is missing'),
    v.trim(),
    v.minLength(1, 'is empty'),
    v.maxLength(most, `is longer than ${most} letters`),
  )
/**
 * In six languages; or `{ "all": … }`, one for all of them; or `{ "files": "texts/caption" }`, a file for each
 * language.
 */
const Words = (most: number) =>
  v.lazy(input => {
    if (has(input, 'all')) return v.strictObject({ all: Text(most) })
    if (has(input, 'files')) return v.strictObject({ files: Text(200) })
    return v.strictObject(v.entriesFromList(apiCodes, Text(most)))
  })

const has = (input: unknown, key: string): boolean => typeof input === 'object' && input !== null && key in input

const Whole = (least: number, most: number) => {
  const needed = `needs a whole number from ${least} to ${most}`
  return v.pipe(v.number(needed), v.integer(needed), v.minValue(least, needed), v.maxValue(most, needed))
}
const Reward = v.pipe(
  v.string('needs an amount in quotes, like "12.50"'),
  v.regex(/^(?!0*(\.0*)?$)[0-9]{1,7}(\.[0-9]{1,2})?$/, 'needs an amount above nothing, like "12.50"'),
  v.transform(amount => {
    const [whole = '0', part = ''] = amount.split('.')
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  }),
)
const Address = v.pipe(
  v.string('needs an https address'),
  v.check(text => text.startsWith('https://') && parseLink(text) !== undefined, 'needs an https address'),
)
const Instant = v.pipe(
  v.string('needs a moment like 2026-12-31T22:00:00Z'),
  v.isoTimestamp('needs a moment like 2026-12-31T22:00:00Z'),
)
const Path = Text(200)
const Material = v.variant(
  'kind',
  [
    v.strictObject({
      kind: v.literal('copy'),
      label: Words(60),
      text: Words(2000),
      tagged: v.optional(v.boolean(), true),
    }),
    v.strictObject({ kind: v.literal('image'), label: Words(60), file: Path }),
    v.strictObject({ kind: v.literal('video'), label: Words(60), file: Path }),
    v.strictObject({ kind: v.literal('link'), label: Words(60), url: Address }),
  ],
  'is copy, image, video or link',
)
const Steps = v.pipe(v.array(Words(300)), v.minLength(1, 'needs a step'), v.maxLength(10, 'has more than 10'))
const TaskFile = v.strictObject({
  kind: Whole(1, 7),
  reward: Reward,
  places: Whole(1, 9_999_999),
  minutes: v.optional(Whole(1, 600), 10),
  deadline_hours: v.optional(Whole(1, 720), 24),
  ends_at: v.optional(Instant),
  url: v.optional(Address),
  title: Words(100),
  brief: Words(1000),
  steps: Steps,
  picture: v.strictObject({ file: Path, alt: Words(200) }),
  example: v.optional(v.strictObject({ file: Path, caption: Words(300) })),
  materials: v.optional(v.pipe(v.array(Material), v.maxLength(20, 'has more than 20')), []),
})
type Written = v.InferOutput<ReturnType<typeof Words>>

/** A picture or film that is to be stored, or words, or an address. */
export type OfferedMaterial = { readonly label: SixTexts } & (
  | { readonly kind: 'copy'; readonly text: SixTexts; readonly tagged: boolean }
  | { readonly kind: 'image' | 'video'; readonly medium: Medium }
  | { readonly kind: 'link'; readonly url: string }
)

export type OfferedTask = {
  readonly kind: TaskKind
  readonly reward: bigint
  readonly places: number
  readonly minutes: number
  readonly deadlineHours: number
  readonly endsAt: Date | null
  readonly url: string | null
  readonly title: SixTexts
  readonly brief: SixTexts
  readonly steps: readonly SixTexts[]
  readonly picture: { readonly medium: Medium; readonly alt: SixTexts }
  readonly example: { readonly medium: Medium; readonly caption: SixTexts } | null
  readonly materials: readonly OfferedMaterial[]
}

/** One after the other: pictures are decoded on the way. */
async function inTurn<Item, Read>(items: readonly Item[], read: (item: Item, index: number) => Promise<Read>) {
  const all: Read[] = []
  for (const [index, item] of items.entries()) all.push(await read(item, index))
  return all
}

async function parseTask(folder: string, problems: Problems) {
  const text = await readTextFile(folder, 'task.json', problems)
  if (text === undefined) return undefined
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch (error) {
    return problems.add('task.json', `is not JSON: ${String((error as Error).message)}`)
  }
  const result = v.safeParse(TaskFile, written)
  if (result.success) return result.output
  for (const issue of result.issues)
    problems.add(`task.json: ${v.getDotPath(issue) ?? 'the whole file'}`, problemText(issue))
  return undefined
}

function problemText(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing'
  if (issue.type !== 'strict_object') return issue.message
  return issue.expected === 'never' ? 'is not known here' : 'needs its parts in { }'
}

async function wordsOf(
  folder: string,
  place: string,
  written: Written,
  problems: Problems,
): Promise<SixTexts | undefined> {
  if ('all' in written) return repeatText(written.all)
  if (!('files' in written)) return written
  const texts: Partial<Record<(typeof apiCodes)[number], string>> = {}
  for (const code of apiCodes) {
    const name = `${written.files}.${code}.txt`
    const text = await readTextFile(folder, name, problems)
    if (text === '') problems.add(name, 'is empty')
    if (text !== undefined) texts[code] = text
  }
  if (Object.values(texts).some(text => text.length > 2000)) problems.add(place, 'has a text longer than 2000 letters')
  return texts as SixTexts
}
