import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { variable } from '../variables.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The Chromium of CHROMIUM_PATH, and no other where that names one; else an installed one, if there is any. */
export function chromiumPath(): string | undefined {
  const named = variable('CHROMIUM_PATH')
  return (named ? [named] : installed).find(path => existsSync(path))
}

/**
 * Opens an address in a browser with a profile of its own and nothing of this process's environment.
 *
 * @returns how to end it
 */
export async function openChromium(path: string, url: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'adcoin-smoke-test-'))
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(
    path,
    [
      '--headless',
      ...sandbox,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-extensions',
      '--disable-component-extensions-with-background-pages',
      '--disable-default-apps',
      '--password-store=basic',
      // The pages that draw the address bar's suggestions cost as much as the page that is tried.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      '--window-size=390,844',
      `--user-data-dir=${profile}`,
      url,
    ],
    {
      stdio: 'ignore',
      detached: true,
      env: { PATH: process.env.PATH ?? '', HOME: profile, LANG: 'en_US.UTF-8' },
    },
  )
  const over = new Promise<void>(done => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  return async () => {
    // The browser is a family of processes: the group ends together.
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
    await over
    // The profile's socket has a folder of its own, which only a browser that ends by itself removes.
    const socket = await readlink(join(profile, 'SingletonSocket')).catch(() => undefined)
    if (socket !== undefined) await rm(dirname(socket), { recursive: true, force: true })
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
