import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const rootFolder = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The remote that the bench publishes and rolls back. */
export const app = 'remote-area-aa'

/** Makes a store with this many remotes and generations, and builds of `app` that wait to be published. */
export async function makeStore(
  remotes: number,
  generations: number,
  builds = 12,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'adcoin-bench-'))
  const words = [data, String(remotes), String(generations), String(builds)]
  await run(process.execPath, ['release/tests/make-store.ts', ...words], {
    cwd: rootFolder,
    env: { ...process.env, ...env },
  })
  return data
}

/** Runs a script of this repository; what it writes is the answer. */
export async function runScript(file: string, ...words: readonly string[]): Promise<string> {
  return (await run(process.execPath, [file, ...words], { cwd: rootFolder, maxBuffer: 1 << 24 })).stdout
}

export type Gateway = { readonly port: number; readonly child: ChildProcess; stop(): Promise<void> }

/** The gateway as its own process, as it is deployed. */
export async function startGateway(data: string, env: NodeJS.ProcessEnv = {}): Promise<Gateway> {
  const port = await findFreePort()
  const child = spawn(process.execPath, ['release/src/start/gateway-main.ts'], {
    cwd: rootFolder,
    env: { ...process.env, ...env, DATA_DIR: data, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, failed) => {
    child.stdout?.once('data', () => done())
    child.once('exit', code => failed(new Error(`the gateway ended with ${code}`)))
  })
  return {
    port,
    child,
    stop: () =>
      new Promise(done => {
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

/** The release command as an operator types it. @returns what `--json` answers */
export async function runReleaseCommand(data: string, words: readonly string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['release/bin/release.mjs', ...words, '--json'], {
    cwd: rootFolder,
    env: { ...process.env, DATA_DIR: data, RELEASE_KEYS: 'given' },
    maxBuffer: 1 << 24,
  })
  return JSON.parse(stdout)
}

export function findFreePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))))
    })
  })
}
