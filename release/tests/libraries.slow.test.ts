import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

type Tried = { readonly version: string; readonly bytes: number; readonly refusals: readonly string[] }

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'libraries.json'), 'utf8')) as Record<string, Tried>
const once = ['--fetch-retries=0', '--fetch-timeout=5000']
const isAway = spawnSync('npm', ['view', ...once, 'swr', 'version']).status !== 0

// Each remote is visited in Chromium by a process of its own: what vitest makes of the visit's code does not run there.
it.skipIf(isAway)(
  'a remote with each tried library builds, draws and leaves nothing (npm registry)',
  async () => {
    const program = join(import.meta.dirname, 'try-libraries.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    const tried = JSON.parse(stdout) as Record<string, Tried>
    // What libraries depend on themselves is not recorded, and may have grown since.
    const near = (bytes: number) => expect.toSatisfy((now: number) => Math.abs(now - bytes) < 1_000 + bytes / 10)
    expect(tried).toEqual(
      Object.fromEntries(
        Object.entries(recorded).map(([name, { version, bytes }]) => [
          name,
          { version, bytes: near(bytes), refusals: [] },
        ]),
      ),
    )
  },
  900_000,
)
