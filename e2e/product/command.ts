import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './product.ts'

const run = promisify(execFile)

/** What a person at the console types: `npm run ops -- …` or `npm run release -- …`; the answer of `--json`, parsed. */
export async function command(script: 'ops' | 'release', words: readonly string[], dataDir: string): Promise<unknown> {
  const { stdout } = await run('npm', ['run', '--silent', script, '--', ...words, '--json'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 16 << 20,
  })
  return JSON.parse(stdout)
}
