import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine has the object server of `release/docker/object-store.sh`. */
export const hasObjectServer = ['radosgw', 'ceph-mon', 'ceph-osd', 'curl'].every(program =>
  existsSync(`/usr/bin/${program}`),
)

const keys = { AWS_ACCESS_KEY_ID: 'adcoin', AWS_SECRET_ACCESS_KEY: 'only-for-tests' }
const script = join(import.meta.dirname, '../../../release/docker/object-store.sh')

/**
 * The settings of a service for it. `kill` ends the answering process, which restarts by itself with its data.
 * `restore` loses the whole folder and starts on a cold copy of it, as in `docs/backup.md`, and returns the ms
 * from the copy to the first answer.
 */
export async function startObjectServer() {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-objects-'))
  // Below the ports that systems give away by themselves; it needs fifty in a row.
  const port = 10_000 + 100 * Math.floor(Math.random() * 100)
  let end = await startOn(folder, port)
  return {
    env: {
      FILES_STORE: 's3://adcoin/uploads',
      FILES_STORE_ENDPOINT: `http://127.0.0.1:${port}`,
      ...keys,
    },
    kill: () => void process.kill(Number(readFileSync(join(folder, 'gateway.pid'), 'utf8')), 'SIGKILL'),
    async restore(afterCopy: () => Promise<void>) {
      const copy = `${folder}-copy`
      await end()
      execFileSync('cp', ['-a', folder, copy])
      end = await startOn(folder, port)
      await afterCopy()
      await end()
      rmSync(folder, { recursive: true })
      const began = performance.now()
      renameSync(copy, folder)
      end = await startOn(folder, port)
      return performance.now() - began
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when it answers, with how to end it. */
async function startOn(folder: string, port: number): Promise<() => Promise<void>> {
  const child = spawn(script, [folder, `127.0.0.1:${port}`, `${port + 10}`], {
    env: { ...process.env, ...keys },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const over = new Promise<void>(done => child.once('exit', () => done()))
  await new Promise<void>((done, failed) => {
    let output = ''
    child.stdout.on('data', chunk => /^ready$/m.test((output += String(chunk))) && done())
    child.once('exit', code => failed(new Error(`the object server ended with ${code}`)))
  })
  return () => (child.kill('SIGTERM'), over)
}
