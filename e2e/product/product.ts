import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServer } from 'node:net'

export const rootFolder = resolve(import.meta.dirname, '../..')

export type Product = {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** @param keepData  leaves the data folder, to be looked at */
  stop(options?: { keepData: boolean }): Promise<void>
  output(): string
}

/**
 * Starts the whole product as a person does, `npm start`'s own script, on a free port and a data folder of its own.
 *
 * @param options.root  the folder of another version of the repository
 */
export async function startProduct(
  options: { root?: string; dataDir?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<Product> {
  const root = options.root ?? rootFolder
  const starts = ['release/bin/start.mjs', 'shared/release/bin/start.mjs']
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'adcoin-e2e-'))
  const port = await findFreePort()
  const child = spawn(process.execPath, [starts.find(file => existsSync(join(root, file))) ?? ''], {
    cwd: root,
    env: {
      ...process.env,
      SANDBOX_REVIEW_SECONDS: '3',
      OPERATIONS_PORT: 'off',
      ...options.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: options.env?.DATABASE_URL ?? '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += String(chunk)))
  child.stderr.on('data', chunk => (output += String(chunk)))
  const url = `http://localhost:${port}`
  await waitUntilReady(url, child, () => output, options.timeoutMs ?? 180_000)
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    async stop({ keepData } = { keepData: false }) {
      await endProduct(child)
      if (!options.dataDir && !keepData) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  output: () => string,
  timeoutMs: number,
): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(done => setTimeout(done, 250))
  }
  await endProduct(child)
  throw new Error(`the product was not ready after ${timeoutMs} ms:\n${output()}`)
}

/** Ctrl-C, then wait; a product that does not end within 15 s is a failure that shows. */
export async function endProduct(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const over = new Promise<void>(done => child.once('exit', () => done()))
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await over
  clearTimeout(late)
}

export function findFreePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))))
    })
  })
}
