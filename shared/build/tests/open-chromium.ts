import { chromium, type Browser } from 'playwright'
import { chromiumPath } from '../src/chromium-path.ts'

/** A headless Chromium: the installed one, or Playwright's own. Without a sandbox, because tests may run as root. */
export function openChromium(): Promise<Browser> {
  const installed = chromiumPath()
  return chromium.launch({ args: ['--no-sandbox'], ...(installed ? { executablePath: installed } : {}) })
}
