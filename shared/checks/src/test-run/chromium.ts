import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumPath, headlessShell } from '../chromium-path.ts'
import { runCommand } from './run-command.ts'

/**
 * A Chromium for the tests: CHROMIUM_PATH, an installed one, Playwright's own, or one that is installed now (by
 * Playwright, else by apt where this is root).
 *
 * @returns the variables by which every test finds it; undefined where none can be had
 */
export async function findChromium(root: string, say: (line: string) => void): Promise<NodeJS.ProcessEnv | undefined> {
  const path = installed() ?? (await install(root, say))
  if (path === undefined) return undefined
  // Playwright's own is in no usual place, so it has to be named.
  return headlessShell() ? {} : { CHROMIUM_PATH: path }
}

function installed(): string | undefined {
  return [chromiumPath(), chromium.executablePath()].find(path => path && existsSync(path))
}

async function install(root: string, say: (line: string) => void): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0
  say('  No Chromium is installed; installing one with Playwright …')
  await runCommand(
    [process.execPath, 'node_modules/playwright/cli.js', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'],
    { cwd: root },
  )
  if (installed() || !isRoot) return installed()
  say('  Playwright could not; installing Chromium with apt …')
  const apt = { cwd: root, isShown: true, env: { DEBIAN_FRONTEND: 'noninteractive' } } as const
  // A fresh machine has no package lists, or old ones.
  await runCommand(['apt-get', 'update'], apt)
  await runCommand(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'], apt)
  return installed()
}

export const chromiumIsMissing =
  'No Chromium was found or could be installed, so the tests that need a browser fail. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH, then repeat.'
