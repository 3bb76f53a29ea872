import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './machine.ts'
import { minutes, steps, type Context, type TestPart } from './parts.ts'
import { createFailure, listFailures, isFailed, formatLastLine, formatReport, sumUp, type Result } from './results.ts'
import { endPrograms } from './run-node.ts'

const usage = `Usage: npm test [-- PART…]          types, lint, unit tests, builds and the journeys tagged @core
       npm run test:all [-- PART…]  every test, on PostgreSQL too
  --rest         only what npm test leaves out
  --rerun        run what failed once more, alone, and name what passes then as flaky
  --save FILE    write the results of this run into FILE
  --add FILE     add the results in FILE to the last lines`

type PartRun = { readonly part: TestPart; readonly results: readonly Result[]; readonly seconds: number }

/**
 * Runs the parts of `npm test`, of `npm run test:all`, or the named ones. A failed part does not stop the others.
 * Prints the time of each part, the slowest suites, what was skipped, every failure and, as the last line, the sum.
 *
 * @returns the exit code: 0 where something passed and nothing failed
 */
async function main(words: string[]): Promise<number> {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const options = { all: flag, rest: flag, rerun: flag, help: flag, save: text, add: text }
  const { values, positionals: names } = parseArgs({ args: words, allowPositionals: true, options })
  const extent = values.rest ? 'rest' : values.all ? 'all' : 'core'
  const known = steps[extent].flat(2)
  const unknown = names.filter(name => !known.some(part => part.name === name))
  if (values.help || unknown.length > 0) {
    console.error(`${usage}\nParts: ${known.map(({ name }) => name).join(', ')}`)
    return 2
  }
  const isChosen = ({ name }: TestPart) => names.length === 0 || names.includes(name)
  const titles = known.filter(isChosen).map(({ title }) => title.toLowerCase())
  const about = names.length === 0 ? ` About ${minutes[extent]} minutes on two quiet cores.` : ''
  console.log(`This run: ${titles.join(', ')}.${about}`)
  const began = performance.now()
  const context = { extent, chromium: findChromium(), rerunsFailed: values.rerun === true } as const
  const ran: PartRun[] = []
  for (const lanes of steps[extent]) {
    const runLane = async (lane: readonly TestPart[]) => {
      for (const part of lane.filter(isChosen)) ran.push(await runPart(part, context))
    }
    await Promise.all(lanes.map(runLane))
  }
  const results = ran.flatMap(part => part.results)
  if (values.save !== undefined) writeFileSync(values.save, JSON.stringify(results))
  const before: readonly Result[] = values.add === undefined ? [] : JSON.parse(readFileSync(values.add, 'utf8'))
  const all = sumUp([...before, ...results])
  const time = `${formatSeconds((performance.now() - began) / 1000)}  in all`
  console.log(
    ['', 'Each part:', ...ran.map(formatPart), time, '', formatReport(all), '', formatLastLine(all)].join('\n'),
  )
  return all.some(isFailed) || all.every(({ state }) => state === 'skipped') ? 1 : 0
}

/** A part that throws is one failure. */
async function runPart(part: TestPart, context: Omit<Context, 'say'>): Promise<PartRun> {
  const say = (line: string) => console.log(`  ${part.title}: ${line}`)
  say('…')
  const began = performance.now()
  const createCrash = (error: Error) => [createFailure(part.title, error.stack ?? error.message)]
  const results = await part.run({ ...context, say }).catch(createCrash)
  const ran = { part, results, seconds: (performance.now() - began) / 1000 }
  console.log([...listFailures(results), formatPart(ran)].join('\n'))
  return ran
}

function formatPart({ part, results, seconds: time }: PartRun): string {
  return `${formatSeconds(time)}  ${part.title}: ${formatLastLine(results)}`
}

function formatSeconds(value: number): string {
  return `${value.toFixed(1).padStart(6)} s`
}

/**
 * One folder for all that this process and those it starts put into the system's temporary folder: a whole run of the
 * tests leaves a thousand folders there, half a gigabyte. As open as the system's own: PostgreSQL and apt write there
 * as users of their own.
 */
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'adcoin-tests-'))
chmodSync(process.env.TMPDIR, 0o1777)
process.once('exit', () => rmSync(tmpdir(), { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endPrograms()
    process.exit(130)
  })
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error, usage)
  process.exitCode = 2
}
