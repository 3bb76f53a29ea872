/**
 * `npm run careless`: prints the table of mistakes that a team may make in a remote, one line each: where it is refused
 * or contained, and with which sentence. The gate's rows are put through the gate as they are printed; exit code 1 if
 * one passes. Rows of the browser name the test that runs them.
 */
import type { ReleaseRefusal } from '../src/refusal.ts'
import { fixtures, moreMistakes, refusals } from './mistaken-releases.ts'
import * as mistakes from './mistakes.ts'

type Row = { readonly mistake: string; readonly where: string; readonly says: string }

function refused(mistake: string, found: readonly ReleaseRefusal[], rule?: string): Row {
  const first = found.find(each => rule === undefined || each.rule === rule)
  if (!first) return { mistake, where: 'PASSES', says: '' }
  return { mistake, where: `gate, ${first.rule}`, says: `${first.place}: ${first.says}. ${first.remedy}` }
}

const inBrowser = (where: string, list: readonly mistakes.PageFault[]): readonly Row[] =>
  list.map(([mistake, , , report = 'nothing, it harms nobody']) => ({
    mistake: `it ${mistake}`,
    where,
    says: `reported: ${report}`,
  }))

const releases = [
  ...Object.entries(fixtures).map(([rule, fixture]) => [`one release for the rule ${rule}`, rule, fixture] as const),
  ...moreMistakes.map(([mistake, rule, , fixture]) => [mistake, rule, fixture] as const),
]
const rows: readonly Row[] = [
  ...(await Promise.all(releases.map(async ([says, rule, fixture]) => refused(says, await refusals(fixture), rule)))),
  ...mistakes.leftBehind.map(([says, , finds]) => ({ mistake: `it leaves ${says}`, where: 'smoke test', says: finds })),
  ...inBrowser('contained in the page', [...mistakes.undone, mistakes.endless]),
  ...inBrowser('restored in the page', mistakes.restored),
  ...inBrowser('previous release shown', mistakes.replaced),
]
for (const { mistake, where, says } of rows) console.log(`${where.padEnd(30)} ${mistake}\n${' '.repeat(31)}${says}`)
const passed = rows.filter(({ where }) => where === 'PASSES')
const counts = Object.entries(Object.groupBy(rows, ({ where }) => where.split(',')[0] ?? ''))
console.log(`\n${rows.length} mistakes: ${counts.map(([where, of]) => `${of?.length} ${where}`).join(', ')}`)
console.log('Rows of the browser are run by e2e/journeys/release-gate.spec.ts and e2e/faults/strange-remote.spec.ts.')
process.exitCode = passed.length === 0 ? 0 : 1
