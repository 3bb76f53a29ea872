import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
]

/** An installed Chromium (CHROMIUM_PATH first), or undefined: who has Playwright may then ask for its own. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...usual].find(path => path && existsSync(path))
}
