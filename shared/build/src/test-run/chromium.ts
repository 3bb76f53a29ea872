import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumPath } from '../chromium-path.ts'
import { runCommand } from './run-command.ts'

/**
 * A Chromium for the browser journeys: CHROMIUM_PATH, an installed one, Playwright's own, or one that is installed now
 * (by Playwright, else by apt where this is root).
 *
 * @returns its path, or undefined where none can be had
 */
export async function findChromium(root: string, say: (line: string) => void): Promise<string | undefined> {
  const found = () => [chromiumPath(), chromium.executablePath()].find(path => path && existsSync(path))
  const there = found()
  if (there) return there
  say('No Chromium is installed; installing one with Playwright …')
  await runCommand(
    [
      process.execPath,
      'node_modules/playwright/cli.js',
      'install',
      ...(process.getuid?.() === 0 ? ['--with-deps'] : []),
      'chromium',
    ],
    { cwd: root, isShown: true },
  )
  if (found()) return found()
  if (process.getuid?.() !== 0) return undefined
  say('Playwright could not; installing Chromium with apt …')
  const apt = { cwd: root, isShown: true, env: { DEBIAN_FRONTEND: 'noninteractive' } } as const
  // A fresh machine has no package lists, or old ones.
  await runCommand(['apt-get', 'update'], apt)
  await runCommand(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'], apt)
  return found()
}

export const chromiumIsMissing =
  'No Chromium could be found or installed: the browser journeys did not run. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH, then repeat.'
