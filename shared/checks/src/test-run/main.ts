import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../repository.ts'
import type { Extent } from '../vitest.ts'
import { chromiumIsMissing, findChromium } from './chromium.ts'
import { lastLine, reportFlaky, slowest, sum, type Count } from './count.ts'
import { minutes, steps, type Context, type TestPart } from './parts.ts'
import { endCommands } from './run-command.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

const usage = `Usage: npm test [-- PART…]          types, lint, unit tests, builds and the journeys tagged @core
       npm run test:all [-- PART…]  every test, on PostgreSQL too
  --rest         only what npm test leaves out
  --rerun        run what failed once more, alone, and name what passes then as flaky
  --save FILE    write the count of this run into FILE
  --add FILE     add the count in FILE to the last line`

type Options = {
  readonly extent: Extent
  readonly names: readonly string[]
  readonly rerunsFailed: boolean
  readonly save?: string | undefined
  readonly add?: string | undefined
}

type Result = Count & { readonly title: string; readonly seconds: number }

/**
 * Runs the parts of `npm test`, of `npm run test:all`, or the named ones. A failed part does not stop the others.
 * Prints the ten slowest suites, the time of each part, every failure once more and, as the last line, the sum.
 *
 * @returns the exit code: 0 where something passed and nothing failed
 */
async function main({ extent, names, rerunsFailed, save, add }: Options): Promise<number> {
  const known = steps[extent].flat(2)
  const unknown = names.find(name => !known.some(part => part.name === name))
  if (unknown !== undefined) {
    console.error(`Unknown part "${unknown}"; known: ${known.map(part => part.name).join(', ')}.`)
    return 2
  }
  const say = (line: string) => console.log(line)
  say(announcement(extent, names.length === 0 ? known : known.filter(({ name }) => names.includes(name)), names))
  const began = performance.now()
  const chromium = await findChromium(repositoryRoot, say)
  if (chromium === undefined) say(chromiumIsMissing)
  const context: Context = { root: repositoryRoot, extent, chromium, rerunsFailed, say }
  const results: Result[] = []
  for (const lanes of steps[extent]) {
    const chosen = lanes.map(lane => lane.filter(({ name }) => names.length === 0 || names.includes(name)))
    results.push(...(await Promise.all(chosen.map(lane => runLane(lane, context)))).flat())
  }
  const here = sum(results)
  const before = add === undefined ? [] : [JSON.parse(readFileSync(add, 'utf8')) as Count]
  const { lines, count: all } = reportFlaky(sum([here, ...before]))
  if (save !== undefined) writeFileSync(save, JSON.stringify(here))
  print(results, (performance.now() - began) / 1000)
  if (all.failed > 0) console.log(['What failed:', ...all.notes.map(indented), ''].join('\n'))
  for (const line of lines) console.log(line)
  console.log(lastLine(all))
  return all.failed === 0 && all.passed > 0 ? 0 : 1
}

/** The first line of a run: its parts, and how long all of them take. */
function announcement(extent: Extent, parts: readonly TestPart[], names: readonly string[]): string {
  const list = parts.map(({ title }) => title.toLowerCase()).join(', ')
  const time = names.length === 0 ? ` About ${minutes[extent]} minutes on two quiet cores.` : ''
  return `This run: ${list}.${time}`
}

/** A part that throws is one failure. */
async function runLane(parts: readonly TestPart[], context: Context): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const { title, run } of parts) {
    console.log(`${title} …`)
    const began = performance.now()
    const count = await run({ ...context, say: line => console.log(`  ${title}: ${line}`) }).catch(
      (error: unknown): Count => ({
        passed: 0,
        failed: 1,
        skipped: 0,
        notes: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }),
    )
    const seconds = (performance.now() - began) / 1000
    for (const note of count.notes) console.log(indented(note))
    console.log(`  ${title}: ${lastLine(count)} (${seconds.toFixed(1)} s)`)
    results.push({ ...count, title, seconds })
  }
  return results
}

function indented(note: string): string {
  return `  ${note.replaceAll('\n', '\n  ')}`
}

function print(results: readonly Result[], seconds: number): void {
  const slow = slowest(sum(results), 10)
  if (slow.length > 0) console.log(['', 'The slowest suites:', ...slow].join('\n'))
  const time = (value: number) => `${value.toFixed(1).padStart(6)} s`
  const parts = results.map(result => `${time(result.seconds)}  ${result.title}: ${lastLine(result)}`)
  console.log(['', 'Each part:', ...parts, `${time(seconds)}  in all`, ''].join('\n'))
}

/** Options of the command line. @throws for an unknown one */
function optionsOf(words: string[]): Options {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      rest: { type: 'boolean' },
      rerun: { type: 'boolean' },
      save: { type: 'string' },
      add: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) throw new Error(usage)
  const extent = values.rest ? 'rest' : values.all ? 'all' : 'core'
  return { extent, names: positionals, rerunsFailed: values.rerun === true, save: values.save, add: values.add }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endCommands()
    process.exit(130)
  })
const removeTemporaryFolder = useTemporaryFolder()
try {
  process.exitCode = await main(optionsOf(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error && error.message.startsWith('Usage') ? usage : error)
  process.exitCode = 2
} finally {
  removeTemporaryFolder()
}
