import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { endProduct } from './product.ts'

/** Something that a developer changes and saves, and how it is seen on the login screen, `/login`. */
export type SavedChange = {
  readonly what: string
  readonly file: string
  /** The present text, and the one in its place. */
  readonly change: (mark: number) => readonly [from: string, to: string]
  /** True in the page once the change is on the screen. */
  readonly shownWhen: (mark: number) => string
}

export const saves = {
  component: {
    what: 'a component of the remote',
    file: 'remote-auth/src/login/login-page.tsx',
    change: mark => ['<p className', `<p data-saved="${mark}" className`],
    shownWhen: mark => `document.querySelector('[data-saved="${mark}"]')`,
  },
  text: {
    what: 'a text of the remote',
    file: 'remote-auth/locales/en_US.json',
    change: mark => ['New here?', `New here ${mark}?`],
    shownWhen: mark => `document.body.textContent.includes('New here ${mark}?')`,
  },
  style: {
    what: 'a style of the remote',
    file: 'remote-auth/src/login/login.module.css',
    change: mark => ['.newHere {', `.newHere { order: ${mark};`],
    shownWhen: mark => `[...document.querySelectorAll('main p')].some(p => getComputedStyle(p).order === '${mark}')`,
  },
  shell: {
    what: 'a component of the shell',
    file: 'shell/src/frame/frame.tsx',
    change: mark => ['data-column=""', `data-column="${mark}"`],
    shownWhen: mark => `document.querySelector('[data-column="${mark}"]')`,
  },
  ui: {
    what: 'a component of @adcoin/ui',
    file: 'shared/ui/src/layout/screen.tsx',
    change: mark => ['<div className', `<div data-ui="${mark}" className`],
    shownWhen: mark => `document.querySelector('[data-ui="${mark}"]')`,
  },
} as const satisfies Record<string, SavedChange>

const typed = '5512345678'

/** Types into the open login screen, and remembers which document that is. */
export async function typeNumber(page: Page): Promise<void> {
  await locateField(page).fill(typed)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
}
const locateField = (page: Page) => page.locator('input[name=mobile]')

/** Whether the document is the same, and the typed text is still there. */
export async function isKept(page: Page): Promise<boolean> {
  const isSame = await page.evaluate(() => 'isSameDocument' in window)
  return isSame && (await locateField(page).inputValue()) === typed
}

/**
 * Saves a change in a repository, and waits until it is on the screen.
 *
 * @returns ms from the write to the first poll that finds it; each poll starts after the answer to the last one
 */
export async function saveChange(
  page: Page,
  root: string,
  { file, change, shownWhen }: SavedChange,
  mark: number,
): Promise<number> {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const [from, to] = change(mark)
  if (!before.includes(from)) throw new Error(`${file} has no ${from} any more`)
  try {
    const began = performance.now()
    writeFileSync(path, before.replace(from, to))
    await waitUntilHolds(page, shownWhen(mark))
    return performance.now() - began
  } finally {
    writeFileSync(path, before)
    await waitUntilHolds(page, `!(${shownWhen(mark)})`)
  }
}

/** Milliseconds between two hasty saves: within one build, at its end, after it. */
const pauses = [15, 30, 45, 60, 90, 120, 180]

/** Saves a change again and again, faster than it can be built and drawn, and waits until the last is on the screen. */
export async function saveInHaste(page: Page, root: string, { file, change, shownWhen }: SavedChange): Promise<void> {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  for (const pause of pauses) {
    writeFileSync(path, before.replace(...change(1000 + pause)))
    await sleep(pause)
    writeFileSync(path, before)
    await sleep(pause)
  }
  const last = 2000
  writeFileSync(path, before.replace(...change(last)))
  await waitUntilHolds(page, shownWhen(last))
  writeFileSync(path, before)
  await waitUntilHolds(page, `!(${shownWhen(last)})`)
}

/** Playwright's own waiting makes code of a text in the page, which the product's policy forbids. */
async function waitUntilHolds(page: Page, expression: string): Promise<void> {
  const end = performance.now() + 60_000
  // A page that reloads is empty for a moment.
  while (!(await page.evaluate(`Boolean(${expression})`).catch(() => false)))
    if (performance.now() > end) throw new Error(`${expression} does not hold after 60 s`)
}

/** `npm run dev`, before a service that runs already, until it has printed that it is ready. */
export async function startDevelopment(
  root: string,
  port: number,
  service: string,
): Promise<{ output(): string; stop(): Promise<void> }> {
  const { NODE_ENV: _ofTests, ...own } = process.env
  const child = spawn(process.execPath, [join(root, 'release/bin/dev.mjs')], {
    cwd: root,
    env: { ...own, PORT: String(port), API_URL: service },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const collectOutput = (text: unknown) => {
      output += String(text)
      if (output.includes('Built: ')) resolve()
    }
    child.stdout.on('data', collectOutput)
    child.stderr.on('data', collectOutput)
    child.once('exit', code => reject(new Error(`npm run dev ended with ${code}:\n${output}`)))
  })
  return { output: () => output, stop: () => endProduct(child) }
}
