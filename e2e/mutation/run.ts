import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@adcoin/checks/run-command'
import { root } from '../product/product.ts'
import { startCopy } from '../product/repository-copy.ts'
import { mutationAreas } from './areas.ts'
import { mutantsOf, type Mutant } from './mutants.ts'

type TestedMutant = Mutant & { readonly file: string; readonly outcome: 'killed' | 'survived' }
const atOnce = 2

/**
 * `node shared/checks/bin/run.mjs e2e/mutation/run.ts <area> [--most N] [--seed N]`: changes the files of an area in a
 * copy of the repository, one change at a time, and runs the area's suites. Prints the share of changes that a test
 * noticed, and each that none did. Exit code 1 below 90 %. `--most` draws so many mutants of the area by lot.
 */
async function main([name = '', ...words]: readonly string[]): Promise<void> {
  const area = mutationAreas[name]
  if (!area) throw new Error(`There is no area "${name}": ${Object.keys(mutationAreas).join(', ')}`)
  const numberAfter = (word: string, otherwise: number) => Number(words[words.indexOf(word) + 1 || -1] ?? otherwise)
  const [most, seed] = [numberAfter('--most', Infinity), numberAfter('--seed', 1)]
  const all = area.files.flatMap(file =>
    mutantsOf(file, readFileSync(join(root, file), 'utf8')).map(mutant => ({ file, ...mutant })),
  )
  const waiting = drawn(all, most, seed)
  console.log(`${name}: ${waiting.length} of ${all.length} mutants (seed ${seed})`)
  const tested = (await Promise.all(Array.from({ length: atOnce }, () => work(waiting, area.suites)))).flat()
  const killed = tested.filter(({ outcome }) => outcome === 'killed').length
  for (const each of tested.filter(({ outcome }) => outcome === 'survived')) console.log(`  survived ${lineOf(each)}`)
  const share = killed / Math.max(1, tested.length)
  console.log(`${name}: ${killed} of ${tested.length} killed (${(100 * share).toFixed(1)} %)`)
  process.exitCode = share >= 0.9 ? 0 : 1
}

/** Tries mutants in a copy of its own until none waits. */
async function work(
  waiting: (Mutant & { readonly file: string })[],
  suites: readonly string[],
): Promise<readonly TestedMutant[]> {
  const copy = startCopy()
  const tested: TestedMutant[] = []
  try {
    const began = performance.now()
    if (!(await passes(copy.root, suites))) throw new Error(`The suites fail without any change: ${suites.join(' ')}`)
    // A mutant that never ends is killed as well; one on a machine that became slow is not.
    const limitMs = Math.max(60_000, Math.round(10 * (performance.now() - began)))
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const path = join(copy.root, next.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, text.slice(0, next.start) + next.to + text.slice(next.end))
      tested.push({ ...next, outcome: (await passes(copy.root, suites, limitMs)) ? 'survived' : 'killed' })
      writeFileSync(path, text)
    }
  } finally {
    copy.remove()
  }
  return tested
}

/** A mutant that never ends is ended with every process of its tests. */
async function passes(copy: string, suites: readonly string[], limitMs?: number): Promise<boolean> {
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--reporter', 'dot', ...suites]
  const { code } = await runCommand([process.execPath, ...words], {
    cwd: copy,
    env: { TEST_EXTENT: 'core' },
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  return code === 0
}

function lineOf({ file, line, start, end, to }: TestedMutant): string {
  const was = readFileSync(join(root, file), 'utf8').slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line}  ${was}  ->  ${to.slice(0, 40)}`
}

/** So many of them by lot: the same for the same seed. */
function drawn<Item>(items: readonly Item[], most: number, seed: number): Item[] {
  let state = seed
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  return items
    .map(item => ({ item, lot: random() }))
    .sort((one, other) => one.lot - other.lot)
    .slice(0, most)
    .map(({ item }) => item)
}

for (const { files } of Object.values(mutationAreas))
  for (const file of files) if (!existsSync(join(root, file))) throw new Error(`${file} of an area is not there`)
await main(process.argv.slice(2))
