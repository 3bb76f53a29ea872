import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine has the object server of `shared/release/docker/object-store.sh`. */
export const hasObjectServer = ['radosgw', 'ceph-mon', 'ceph-osd', 'curl'].every(program =>
  existsSync(`/usr/bin/${program}`),
)

/** What a service is told of it; `kill` ends what answers, which comes back by itself with what was kept. */
export async function startObjectServer() {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-objects-'))
  // Below the ports that systems give away by themselves; it needs fifty in a row.
  const port = 10_000 + 100 * Math.floor(Math.random() * 100)
  const script = join(import.meta.dirname, '../../../shared/release/docker/object-store.sh')
  const keys = { AWS_ACCESS_KEY_ID: 'adcoin', AWS_SECRET_ACCESS_KEY: 'only-for-tests' }
  const child = spawn(script, [folder, `127.0.0.1:${port}`, `${port + 10}`], {
    env: { ...process.env, ...keys },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise<void>((done, failed) => {
    let said = ''
    child.stdout.on('data', chunk => /^ready$/m.test((said += String(chunk))) && done())
    child.once('exit', code => failed(new Error(`the object server ended with ${code}`)))
  })
  return {
    env: {
      FILES_STORE: 's3://adcoin/uploads',
      FILES_STORE_ENDPOINT: `http://127.0.0.1:${port}`,
      ...keys,
    },
    kill: () => void process.kill(Number(readFileSync(join(folder, 'gateway.pid'), 'utf8')), 'SIGKILL'),
    async stop() {
      const over = new Promise(done => child.once('exit', done))
      child.kill('SIGTERM')
      await over
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
