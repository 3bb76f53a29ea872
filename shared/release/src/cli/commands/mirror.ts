import { mkdir, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { keepMirror, mirrorLive, mirrorRest, type MirroredStore } from '../../operations/mirror.ts'
import { Refused, refuse } from '../../refusal.ts'
import { readKeyRing } from '../../signing/key-ring.ts'
import { readableCounter } from '../../store/counter.ts'
import { folderStore } from '../../store/folder-store.ts'
import { storeFolder } from '../../store/open-store.ts'
import { Usage, type CommandAnswer, type CommandInput } from '../command-line.ts'

/** A look at a folder costs nothing; one at a bucket is a request: four a second are some dollars a month. */
const lookEveryMs = { folder: 50, bucket: 250 } as const

/** mirror --to FOLDER [--once]: keeps a folder as the store is, for a web server; without --once until it is ended. */
export async function run({ open, words, data }: CommandInput): Promise<CommandAnswer> {
  const folder = words.value('to')
  if (folder === undefined) throw new Usage('Say where: mirror --to FOLDER.')
  if (words.flag('dry-run')) throw new Usage('mirror has no dry run: it copies, and changes nothing that is live.')
  const target = resolve(folder)
  const own = storeFolder(data)
  await mkdir(target, { recursive: true })
  if (own !== undefined && (await realpath(target)) === (await realpath(own).catch(() => own)))
    throw new Refused(refuse('mirror', folder, 'it is the store itself', 'Name another folder.'))
  const { store, ring, counter, now } = await open()
  const from: MirroredStore = {
    store,
    ring: () => readKeyRing(ring.folder),
    counter: readableCounter(counter),
    now,
  }
  const to = folderStore(target)
  if (!words.flag('once')) {
    const ending = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
    const everyMs = own === undefined ? lookEveryMs.bucket : lookEveryMs.folder
    await keepMirror(from, to, line => console.log(line), ending.signal, everyMs)
    return { data: { ok: true }, lines: ['The mirror has ended; what it holds stays live.'] }
  }
  const generation = await mirrorLive(from, to)
  const { copied, removed, problems, warnings } = await mirrorRest(from, to)
  const ok = problems.length === 0
  return {
    data: { ok, generation, copied, removed, problems, warnings },
    lines: [
      `Generation ${generation} is live in ${target}; ${copied.length} more copied, ${removed.length} removed.`,
      ...problems.map(problem => `  not copied: ${problem}`),
      ...warnings.map(warning => `  ${warning}`),
    ],
    isBad: !ok,
  }
}
