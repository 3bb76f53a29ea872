import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export type ServiceProcess = {
  readonly child: ChildProcess
  readonly url: string
  readonly errors: () => string
  /** Sends a signal and waits for the end; answers the exit code. */ end(
    signal?: NodeJS.Signals,
  ): Promise<number | null>
}

/** The service as its own process, as `npm start` runs it, ready; rejects with its output when it ends before. */
export async function startProcess(env: NodeJS.ProcessEnv): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    env: { ...process.env, PORT: '0', OIDC_DEVELOPMENT: 'off', DATABASE_URL: '', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', chunk => (errors += String(chunk)))
  const port = await new Promise<number>((done, failed) => {
    let output = ''
    child.stdout.on('data', chunk => {
      output += String(chunk)
      const ready = output.split('\n').find(line => line.includes('"ready":true'))
      if (ready) done((JSON.parse(ready) as { port: number }).port)
    })
    child.once('exit', code => failed(Object.assign(new Error(errors), { exitCode: code })))
  })
  return { child, url: `http://127.0.0.1:${port}`, errors: () => errors, end: signal => endProcess(child, signal) }
}

export function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise(done => {
    child.once('exit', code => done(code))
    child.kill(signal)
  })
}
