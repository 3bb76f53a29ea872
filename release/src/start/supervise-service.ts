import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { ServiceAddress } from '../gateway/service-proxy.ts'
import { CannotStart } from './cannot-start.ts'

/** The service as a child process that is started again when it dies. */
export type Service = {
  /** Its address; undefined while it is down. */
  address(): ServiceAddress | undefined
  /** Ends the service and waits; it has 12 s to finish running requests. */
  stop(): Promise<void>
}

export type ServiceOptions = {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly say: (line: string) => void
  /** Called when it died too often to go on. */
  readonly onLost: (why: string) => void
  /** Called with its address, each time that it starts to listen. */
  readonly onListening?: (address: ServiceAddress) => Promise<void>
  /** The file to run; default `api/src/server.ts`. */
  readonly file?: string
}

const host = '127.0.0.1'
/** It may die this often within the window before the whole product gives up. */
const mostRestarts = 5
const restartWindowMs = 60_000
const readyWithinMs = 120_000
const stopWithinMs = 12_000
/**
 * What the threads of the service (files, pictures, hashes) free goes back to the system: glibc would keep an arena for
 * each of them, and the longest buffer as its measure of what is worth returning. Other systems do not read it.
 */
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' }

/**
 * Starts the service and waits until it listens.
 *
 * @throws CannotStart with the service's own last words
 */
export async function superviseService(options: ServiceOptions): Promise<Service> {
  let child: ChildProcess | undefined
  let address: ServiceAddress | undefined
  let isStopping = false
  const deaths: number[] = []

  async function run(): Promise<void> {
    const started = launch(options)
    child = started.child
    child.once('exit', (code, signal) => {
      address = undefined
      if (isStopping || !started.wasReady()) return
      options.say(`The service ended unexpectedly (${signal ?? code}); restarting it.`)
      void restart()
    })
    address = { host, port: await started.ready }
    await options.onListening?.(address)
  }

  async function restart(): Promise<void> {
    deaths.push(performance.now())
    const recent = deaths.filter(at => performance.now() - at < restartWindowMs).length
    if (recent > mostRestarts) return options.onLost(`The service ended ${recent} times within a minute.`)
    await new Promise(done => setTimeout(done, Math.min(4_000, 250 * 2 ** (recent - 1))))
    if (isStopping) return
    try {
      await run()
      options.say('The service is running again.')
    } catch (error) {
      if (isStopping) return
      options.say(error instanceof Error ? error.message : String(error))
      void restart()
    }
  }

  await run()
  return {
    address: () => address,
    async stop() {
      isStopping = true
      address = undefined
      if (child) await endChild(child)
    },
  }
}

/** Ends a process with SIGTERM, and with SIGKILL when it does not listen. */
async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise<void>(done => child.once('exit', () => done()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await over
  clearTimeout(timer)
}

function launch({ root, env, file = 'api/src/server.ts' }: ServiceOptions): {
  child: ChildProcess
  ready: Promise<number>
  wasReady(): boolean
} {
  const preload = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href
  const child = spawn(process.execPath, ['--import', preload, join(root, file)], {
    cwd: root,
    // A local start shows its lines to the developer.
    env: { ...memory, LOG_LEVEL: 'warn', ...env, HOST: host, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let isReady = false
  const lastWords: string[] = []
  const ready = new Promise<number>((done, failed) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      failed(new CannotStart(`The service did not listen within ${readyWithinMs / 1000} s.`))
    }, readyWithinMs)
    child.once('error', error => failed(new CannotStart(`The service did not start: ${error.message}`)))
    child.once('exit', code => {
      clearTimeout(timer)
      if (!isReady) failed(new CannotStart(`The service did not start (exit code ${code}): ${findReason(lastWords)}`))
    })
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', line => {
        const port = readyPort(line)
        if (port === undefined) return void console.log(line)
        isReady = true
        clearTimeout(timer)
        // Its warnings: of a start that failed they are the reason, and reported as such.
        for (const warning of lastWords) console.error(warning)
        done(port)
      })
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', line => {
        lastWords.push(line)
        if (lastWords.length > 40) lastWords.shift()
        if (isReady) console.error(line)
      })
  })
  return { child, ready, wasReady: () => isReady }
}

function readyPort(line: string): number | undefined {
  if (!line.startsWith('{"ready":true')) return undefined
  const { port } = JSON.parse(line) as { port?: unknown }
  return typeof port === 'number' ? port : undefined
}

/** The most useful line: the last one that is not a stack frame. */
function findReason(lines: readonly string[]): string {
  const messages = lines.filter(line => line.trim() !== '' && !/^\s+at |^Node\.js v|^\s*\^|^[{}]|^\s+\w+: /.test(line))
  return (
    messages.find(line => /error|cannot|already|must|missing|failed/i.test(line))?.trim() ??
    messages.at(-1)?.trim() ??
    'it printed no reason'
  )
}
