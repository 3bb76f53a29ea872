import { repositoryRoot } from '../repository.ts'
import { lastLine, slowest, sum, type Count } from './count.ts'
import { stages } from './stages.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

/**
 * npm test [-- STAGE…]: every check of the repository in order, or the named ones. A failure does not stop the others,
 * so that one run tells everything. Before the end come the slowest files and the time of each part; the last line is
 * the sum.
 */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find(name => !stages.some(stage => stage.name === name))
  if (unknown !== undefined) {
    console.error(`There is no stage "${unknown}"; there are: ${stages.map(stage => stage.name).join(', ')}.`)
    return 2
  }
  const chosen = names.length === 0 ? stages : stages.filter(stage => names.includes(stage.name))
  const counts: Count[] = []
  const times: string[] = []
  for (const { says, run } of chosen) {
    console.log(`${says} …`)
    const began = performance.now()
    const count = await run(repositoryRoot, line => console.log(line)).catch((error: unknown): Count => ({
      passed: 0,
      failed: 1,
      skipped: 0,
      says: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }))
    for (const line of count.says) console.log(`  ${line.replaceAll('\n', '\n  ')}`)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`  ${lastLine(count)} (${seconds} s)`)
    counts.push(count)
    times.push(`${seconds.padStart(6)} s  ${says}: ${lastLine(count)}`)
  }
  const all = sum(counts)
  const slow = slowest(all, 10)
  if (slow.length > 0) console.log(['', 'The slowest files:', ...slow].join('\n'))
  console.log(['', 'Each part:', ...times, ''].join('\n'))
  console.log(lastLine(all))
  // Nothing passed means that nothing was checked: never a success.
  return all.failed === 0 && all.passed > 0 ? 0 : 1
}

const removeTemporaryFolder = useTemporaryFolder()
try {
  process.exitCode = await main(process.argv.slice(2))
} finally {
  removeTemporaryFolder()
}
