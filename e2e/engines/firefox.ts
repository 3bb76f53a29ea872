import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { endWithRun, listenForPlaywright, replaceTyping } from './relay.ts'

/**
 * Starts the installed Firefox for Playwright, which speaks WebDriver BiDi with it, and relays between the two: this
 * Firefox lacks one command that each new context needs. Run by `engines.ts`.
 */

const preferences = {
  // As on a phone: a scrollbar takes no width.
  'ui.useOverlayScrollbars': 1,
  // Without a graphics card the processor draws each frame: fewer a second leave it to the product.
  'layout.frame_rate': 20,
  // A person's Firefox draws JSON with a page of its own, whose storage refuses everything.
  'devtools.jsonview.enabled': false,
  // It asks other addresses at its first start.
  'browser.startup.page': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

const profile = mkdtempSync(join(tmpdir(), 'adcoin-firefox-'))
const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`)
writeFileSync(join(profile, 'user.js'), lines.join(''))
const words = ['--remote-debugging-port=0', '--headless', '--profile', profile]
const firefox = spawn(process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr', words, {
  stdio: ['ignore', 'ignore', 'pipe'],
})
firefox.stderr.on('data', (chunk: Buffer) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(chunk.toString())?.[1]
  if (address) listenForPlaywright((client, path) => relay(client, new WebSocket(address + path)))
  else process.stderr.write(chunk)
})
const ended = new Promise(done => firefox.on('exit', done))
const end = endWithRun(async () => {
  firefox.kill()
  await ended
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
})
void ended.then(end)

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly context?: string; readonly type?: string; readonly text?: string }
}

/** What Firefox itself logs about a file that it rejects, as if the page had thrown it; Chromium logs it as its own. */
const ownMessage =
  /^(Loading module from “.*” was blocked|None of the “sha\d+” hashes in the integrity attribute match)/

/** Numbers of our own commands: Playwright counts its own from 1. */
const firstOwnId = 2 ** 40

function relay(client: WebSocket, browser: WebSocket): void {
  const opened = new Promise(done => browser.once('open', done))
  let [ownId, active] = [firstOwnId, '']
  client.on('message', async data => {
    const { id, method, params: { context = '' } = {} } = JSON.parse(String(data)) as Message
    if (method === 'emulation.setMediaFeaturesOverride')
      return client.send(JSON.stringify({ type: 'success', id, result: {} }))
    await opened
    // One window has the focus: the one in which a person presses something.
    if (method === 'input.performActions' && context !== active) {
      active = context
      browser.send(JSON.stringify({ id: (ownId += 1), method: 'browsingContext.activate', params: { context } }))
    }
    browser.send(replaceTyping(String(data)))
  })
  browser.on('message', data => {
    const { id = 0, method, params: { type, text = '' } = {} } = JSON.parse(String(data)) as Message
    const isOwnMessage = method === 'log.entryAdded' && type === 'javascript' && ownMessage.test(text)
    if (id < firstOwnId && !isOwnMessage) client.send(String(data))
  })
  browser.on('close', () => client.close())
  client.on('close', () => browser.close())
}
