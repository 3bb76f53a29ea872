import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

/** A headless Chromium: `CHROMIUM`, the system's, or Playwright's own. Without a sandbox, because tests may run as root. */
export function openChromium(): Promise<Browser> {
  const installed = [process.env['CHROMIUM'], '/usr/bin/chromium'].find(path => path !== undefined && existsSync(path))
  return chromium.launch({ args: ['--no-sandbox'], ...(installed ? { executablePath: installed } : {}) })
}
