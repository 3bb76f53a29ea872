import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { repositoryRoot } from './repository.ts'

const folder = mkdtempSync(join(tmpdir(), 'adcoin-npm-'))
const script = `
import { endWithNpm } from ${JSON.stringify(join(repositoryRoot, 'tools/checks/bin/end-with-npm.mjs'))}
endWithNpm(() => process.exit())
setInterval(() => undefined, 1000)
console.log('started')
`
writeFileSync(join(folder, 'wait.mjs'), script)
writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { wait: 'node wait.mjs' } }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a script ends with its npm, ended by %s',
  async signal => {
    const npm = spawn('npm', ['run', 'wait'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    await vi.waitUntil(() => String(npm.stdout.read() ?? '').includes('started'), { timeout: 20_000 })
    npm.kill(signal)
    // The script holds the other end for as long as it runs.
    npm.stdout.resume()
    await once(npm.stdout, 'end')
    expect(npm.signalCode).toBe(signal)
  },
  30_000,
)
