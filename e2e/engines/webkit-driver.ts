import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

/** One MiniBrowser of WebKitGTK with its WebDriver: storage of its own, and as many windows as asked for. */
export type WebkitDriver = Awaited<ReturnType<typeof startWebkitDriver>>

const miniBrowser = process.env['WEBKIT_PATH'] ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** Its toolbar is wider than a phone. */
const narrowToolbar =
  '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.01) }'

/** MiniBrowser ends at times while it starts, and its driver then waits for it for ever. */
const startMs = 30_000
/** The driver loses the answer of a document that is replaced meanwhile. */
const answerMs = 10_000

/** @param proxy  host and port that all of its requests go through */
export async function startWebkitDriver(display: string, proxy: string) {
  const home = mkdtempSync(join(tmpdir(), 'adcoin-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), narrowToolbar)
  const { driver, call, sessionId, capabilities } = await startSession(home, display, proxy)
  let [before, current]: [Promise<unknown>, string] = [Promise.resolve(), '']
  const own = `/session/${sessionId}`
  const send = (method: string, path: string, body?: object, patienceMs?: number) =>
    call(method, own + path, body, patienceMs)
  /** One command after the other: the window of a command is a state of the session. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = before.then(work, work)
    before = result.catch(() => undefined)
    return result
  }
  const enter = async (window: string) => {
    if (window !== current) await send('POST', '/window', { handle: window })
    current = window
  }
  return {
    version: capabilities.browserVersion,
    /** A command in a window. */
    send: (window: string, method: string, path: string, body?: object) =>
      inTurn(async () => {
        await enter(window)
        return send(method, path, body)
      }),
    /** A script that may run twice. */
    execute: (window: string, script: string, args: readonly unknown[] = []) =>
      inTurn(async () => {
        await enter(window)
        return repeatLate(() => send('POST', '/execute/sync', { script, args }, answerMs))
      }),
    listWindows: () => inTurn(() => send('GET', '/window/handles') as Promise<string[]>),
    openWindow: () =>
      inTurn(async () => ((await send('POST', '/window/new', { type: 'window' })) as { handle: string }).handle),
    closeWindow: (window: string) =>
      inTurn(async () => {
        await enter(window)
        current = ''
        await send('DELETE', '/window')
      }),
    async stop() {
      await send('DELETE', '').catch(() => undefined)
      driver.kill()
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function startSession(home: string, display: string, proxy: string) {
  const env = {
    ...process.env,
    ...{ DISPLAY: display, XDG_CONFIG_HOME: home, TZ: 'UTC', LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' },
    // Its sandbox refuses to run as root.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const capabilities = {
    browserName: 'MiniBrowser',
    pageLoadStrategy: 'none',
    proxy: { proxyType: 'manual', httpProxy: proxy, noProxy: [] },
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  }
  return repeatLate(async () => {
    const port = await findFreePort()
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env })
    try {
      await waitUntilReady(port, driver)
      const call = createRequest(port)
      const started = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } }, startMs)
      return { driver, call, ...(started as { sessionId: string; capabilities: { browserVersion: string } }) }
    } catch (error) {
      driver.kill()
      throw error
    }
  })
}

/** Does a thing again, three times in all, where no answer came in time. */
async function repeatLate<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (tries === 3 || !(error instanceof Error) || error.name !== 'AbortError') throw error
    }
}

/** A screen that is not shown; it ends with the relay. @returns its name */
export async function startDisplay(): Promise<string> {
  const words = ['-displayfd', '3', '-screen', '0', '1400x2000x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const name = await new Promise<string>((done, failed) => {
    screen.stdio[3]?.once('data', chunk => done(String(chunk).trim()))
    screen.once('error', failed)
  })
  return `:${name}`
}

/** A connection for each command: the driver closes idle ones without a word. */
function createRequest(port: number) {
  return async (method: string, path: string, body?: object, patienceMs?: number): Promise<unknown> => {
    const options = patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) }
    const answer = await new Promise<IncomingMessage>((done, failed) => {
      const sent = request({ host: '127.0.0.1', port, path, method, agent: false, ...options }, done)
      sent.on('error', failed)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
    const { value } = (await json(answer)) as { value: unknown }
    if (answer.statusCode === 200) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }
}

async function waitUntilReady(port: number, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
}

function findFreePort(): Promise<number> {
  return new Promise(done => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
