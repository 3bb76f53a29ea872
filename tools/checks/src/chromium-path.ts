import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
]

/** The Chromium of CHROMIUM_PATH, and no other where that names one; else an installed one, if there is any. */
export function findChromiumPath(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return (named ? [named] : usual).find(path => existsSync(path))
}

/**
 * Debian's engine without a browser around it: 15 % less processor time for a journey. Only beside a whole browser,
 * which some tests need, and not if one is named explicitly.
 */
export function findHeadlessShell(): string | undefined {
  const isWanted = !process.env.CHROMIUM_PATH && findChromiumPath() !== undefined
  return isWanted ? ['/usr/bin/chromium-headless-shell'].find(existsSync) : undefined
}

/**
 * The start of Chromium in tests: the installed one where there is one, without a sandbox (tests may run as root), and
 * without what a person's browser fetches, offers or draws around a page.
 *
 * @param more  further switches; `--disable-features` is taken, a second one would replace it
 */
export function createChromiumOptions(
  more: readonly string[] = [],
  executablePath = findHeadlessShell() ?? findChromiumPath(),
): { executablePath?: string; args: string[] } {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-quic',
      `--disable-features=${[...surroundings, ...playwrightsOwn].join(',')}`,
      ...more,
    ],
  }
}

/** Two pages that draw the address bar's suggestions. Each window starts both, at half of a window's cost. */
const surroundings = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Playwright's own use of the same switch, which ours replaces (playwright-core, chromiumSwitches.ts). */
const playwrightsOwn = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
