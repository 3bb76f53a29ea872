import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rootFolder } from './product.ts'

const run = promisify(execFile)
const { scripts: written } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8')) as {
  scripts: Record<'ops' | 'release', string>
}
/** The scripts of package.json without their first word, `node`. */
const scripts = { ops: written.ops.split(' ').slice(1), release: written.release.split(' ').slice(1) }

/**
 * A command as a person types it: `npm run ops -- …` or `npm run release -- …`; the answer of `--json`, parsed.
 * Run as npm would run it, without npm: it costs three times what the command does, and journeys ask hundreds of times.
 */
export async function runNpmScript(
  script: 'ops' | 'release',
  words: readonly string[],
  dataDir: string,
): Promise<unknown> {
  const { stdout } = await run(process.execPath, [...scripts[script], ...words, '--json'], {
    cwd: rootFolder,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 16 << 20,
  })
  return JSON.parse(stdout)
}
