import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/** An installed Chromium (CHROMIUM_PATH first), or nothing: Playwright then looks for its own. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...installed].find(path => path && existsSync(path))
}
