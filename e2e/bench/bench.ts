import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * npm run bench -- <name> […]: runs `e2e/bench/<name>/run.ts`, which exports `runBench(words)` and prints its own
 * figures.
 */
async function main([name, ...words]: readonly string[]): Promise<void> {
  const here = import.meta.dirname
  const names = readdirSync(here).filter(each => existsSync(join(here, each, 'run.ts')))
  if (name === undefined || !names.includes(name)) {
    console.error(
      `${name === undefined ? 'Name a bench' : `There is no bench "${name}"`}: npm run bench -- ${names.join(' | ')}`,
    )
    process.exitCode = 2
    return
  }
  const bench = (await import(pathToFileURL(join(here, name, 'run.ts')).href)) as {
    runBench(words: readonly string[]): Promise<void>
  }
  await bench.runBench(words)
}

await main(process.argv.slice(2))
