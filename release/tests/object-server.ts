import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeFreshFolder } from './fixture-apps.ts'

/** Whether this machine has the object server; tests that need it are skipped where it is not, and say so. */
export const hasCephServer = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'curl'].every(program =>
  existsSync(`/usr/bin/${program}`),
)

/** The only keys that may write to the server; they end with it. */
export const objectServerKeys = { accessKeyId: 'adcoin', secretAccessKey: 'only-for-tests' }

export type ObjectServer = {
  readonly endpoint: string
  /** Kills the server. It restarts by itself with its stored objects. */
  kill(): void
  stop(): Promise<void>
}

/** Starts the object server with an empty bucket `adcoin`. It needs a quarter of a minute. */
export async function startCephServer(attempt = 1): Promise<ObjectServer> {
  const folder = await makeFreshFolder()
  const port = await freePort()
  // Below the ports that systems give away by themselves; it needs fifty in a row.
  const monitor = 20_000 + 100 * Math.floor(Math.random() * 100)
  const child = spawn(
    join(import.meta.dirname, '../docker/object-store.sh'),
    [folder, `127.0.0.1:${port}`, `${monitor}`],
    {
      env: {
        ...process.env,
        AWS_ACCESS_KEY_ID: objectServerKeys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: objectServerKeys.secretAccessKey,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const lines: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString('utf8')))
  const endpoint = `http://127.0.0.1:${port}`
  const isUp = await isReady(child)
  if (!isUp && attempt < 3) return startCephServer(attempt + 1)
  if (!isUp) throw new Error(`the object server ended with ${child.exitCode}: ${lines.join('').slice(-2_000)}`)
  return {
    endpoint,
    kill: () => void process.kill(Number(readFileSync(join(folder, 'gateway.pid'), 'utf8')), 'SIGKILL'),
    async stop() {
      if (child.exitCode === null) {
        const over = new Promise(done => child.once('exit', done))
        child.kill('SIGTERM')
        await over
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether it started: it prints "ready", or ends. */
async function isReady(child: ChildProcess): Promise<boolean> {
  return new Promise(done => {
    let output = ''
    child.stdout?.on('data', chunk => /^ready$/m.test((output += String(chunk))) && done(true))
    child.once('exit', () => done(false))
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise(done => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}
