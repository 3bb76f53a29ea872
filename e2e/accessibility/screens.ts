import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alwaysPaths, publicPaths } from '@adcoin/contract'
import { waitUntilDrawn } from '../product/wait-until-drawn.ts'
import type { Earner } from '../product/earner.ts'
import { rootFolder } from '../product/product.ts'
import { expect, type Page } from '../product/test.ts'
import { findWaiting } from '../product/screen-parts.ts'

type Manifest = { routes: { path: string }[] }

/** The screens that the shell owns. Source: rulings.md R1. */
export const shellScreens = ['/help', '/faq', '/language', '/inbox', '/nowhere']

/** Sample values of a route's parameter in an address. */
const samples: Record<string, (earner: Earner) => readonly string[]> = {
  '/task/:taskId': ({ passedTask, openTask }) => [
    `/task/${passedTask}`,
    `/task/${openTask}`,
    `/task/${openTask}?step=proof`,
  ],
  '/resetPwd/:findType': () => ['/resetPwd/mobile', '/resetPwd/email'],
  '/tradingReset/:findType': () => ['/tradingReset/mobile', '/tradingReset/email'],
}

/** Further states of a screen that have an address of their own. */
const furtherStates: Record<string, (earner: Earner) => readonly string[]> = {
  '/taskList': () => ['/taskList?view=record'],
  '/personalData': () => ['/personalData?contact=mobile', '/personalData?contact=email'],
  '/personalSetting': () =>
    ['own=passkeys', 'own=devices', 'own=data', 'own=delete', 'about=terms'].map(state => `/personalSetting?${state}`),
  '/withdraw': ({ withdrawal }) => [`/withdraw?id=${withdrawal}`, '/withdraw?step=confirm'],
}

/** A public screen in the state that can be looked at. */
const publicStates: Record<string, readonly string[]> = {
  '/lanuch': ['/lanuch', '/lanuch?about=trust'],
  '/login': ['/login', '/login?reset=mobile'],
  '/register': ['/register', '/register?invite_code=888888'],
  '/google_auth': ['/google_auth?code=x&state=y'],
  '/appLogin': ['/appLogin?data=%7B'],
}

/** The addresses of all screens that need no token. A new route is here by itself. */
export const listPublicScreens = (): readonly string[] =>
  listRoutes()
    .filter(isOpen)
    .flatMap(path => publicStates[path] ?? [path])

/** Every route of every remote, or of one, from the manifests that the shell composes them from. */
function listRoutes(app = 'remote-*'): readonly string[] {
  const manifests = globSync(`${app}/remote.json`, { cwd: rootFolder }).map(file => join(rootFolder, file))
  return manifests.flatMap(file => (JSON.parse(readFileSync(file, 'utf8')) as Manifest).routes.map(({ path }) => path))
}

const isOpen = (path: string) => [...publicPaths, ...alwaysPaths].some(open => open === path)

/**
 * The addresses of all screens of a signed-in person, or of those of one remote.
 *
 * @throws for a route with a parameter that has no sample
 */
export function listPersonalScreens(earner: Earner, app?: string): readonly string[] {
  return [...listRoutes(app).filter(path => !isOpen(path)), ...(app ? [] : shellScreens)].flatMap(path => {
    const filled = samples[path]?.(earner)
    if (!filled && path.includes(':')) throw new Error(`${path} needs a sample in e2e/accessibility/screens.ts`)
    return [...(filled ?? [path]), ...(furtherStates[path]?.(earner) ?? [])]
  })
}

/** A sheet or dialog: the component's file, the screen it opens over, and the names of the buttons to press. */
export type SheetLocation = { readonly file: string; readonly at: string; readonly press: readonly RegExp[] }

/** A row that is named by its content. */
const anyRow = /^(?!Back$|Refresh$|Help$)./

export const sheets: readonly SheetLocation[] = [
  { file: 'remote-auth/src/profile/personal-rows.tsx', at: '/personalData', press: [/^Gender/] },
  { file: 'remote-auth/src/profile/personal-rows.tsx', at: '/personalData', press: [/^Nickname/] },
  { file: 'remote-auth/src/profile/photo-sheet.tsx', at: '/personalData', press: [/photo/i] },
  { file: 'remote-auth/src/profile/personal-rows.tsx', at: '/personalData', press: [/^Birthday/] },
  { file: 'remote-auth/src/settings/settings-page.tsx', at: '/personalSetting', press: [/^Theme|^Appearance/] },
  { file: 'remote-auth/src/settings/time-zone-row.tsx', at: '/personalSetting', press: [/^Time zone/] },
  { file: 'remote-auth/src/settings/settings-page.tsx', at: '/personalSetting', press: [/^Log out$/] },
  { file: 'remote-tasks/src/binding/bound-card.tsx', at: '/bindAccount', press: [/^Unlink/] },
  { file: 'remote-wallet/src/history/transaction-row.tsx', at: '/tradingList', press: [anyRow] },
  { file: 'remote-wallet/src/accounts/card-list-page.tsx', at: '/cardList', press: [anyRow, /^Remove/] },
  { file: 'shell/src/help/help-panel.tsx', at: '/home', press: [/^Help$/] },
]

/** Sheets that this walk does not reach, each with the reason. */
const unreachedSheets: Record<string, string> = {
  'remote-auth/src/hand-over/app-login-page.tsx': 'asks only where another session is active: auth.spec.ts',
  'remote-auth/src/profile/account-rows.tsx': 'only before the first account or withdrawal',
  'remote-auth/src/settings/devices-page.tsx': 'needs a second device',
  'remote-auth/src/settings/passkeys-page.tsx': 'needs a passkey: auth-login.spec.ts',
  'remote-wallet/src/sell/account-picker.tsx': 'needs a second account',
  'remote-wallet/src/withdrawal/cancel-withdrawal.tsx': 'needs a withdrawal that waits: cancel-and-statement.spec.ts',
  'remote-wallet/src/withdrawal/confirm-sheet.tsx': 'opens over a half-filled sale: earn-sell-withdraw.spec.ts',
  'shell/src/language/language-sheet.tsx': 'the list of /language in a sheet',
  'shell/src/override/override-page.tsx': 'only for a link that wishes another release: e2e/faults/override.spec.ts',
  'shell/src/override/inspector.tsx': 'only where it was asked for: shell/tests/override.slow.test.ts, axe included',
}

/**
 * Navigates to a screen as a tap on a link does: the running app goes there, and no page is loaded, which would cost a
 * walk over all screens most of its time. Loaded are the first screen of a tab, an address with a query (another state
 * of the same screen, or one that is read at its start), and one beside the present page.
 */
export async function goToScreen(page: Page, url: string, path: string): Promise<void> {
  const isThere = await page.evaluate(to => {
    const heading = document.querySelector('[data-column] h1')
    if (!heading || to.includes('?') || location.pathname === to) return false
    heading.setAttribute('data-left', '')
    history.pushState({ idx: Number(history.state?.idx ?? 0) + 1, key: to }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    return true
  }, path)
  if (!isThere) {
    await page.goto(url + path)
    await waitUntilDrawn(page)
  }
  await expect(page.locator('h1:not([data-left])').first()).toBeAttached()
  await expect(findWaiting(page)).toHaveCount(0)
}

/** Opens a sheet of the list, in English. */
export async function openSheet(page: Page, url: string, { at, press }: SheetLocation): Promise<void> {
  await page.goto(url + at)
  await waitUntilDrawn(page)
  for (const name of press) await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
}

/** Files that draw a sheet or dialog and are in neither list: so that a new one cannot be forgotten. */
export function listUnknownSheets(): readonly string[] {
  const files = globSync(['remote-*/src/**/*.tsx', 'shell/src/**/*.tsx'], { cwd: rootFolder })
  const isKnown = (file: string) => file in unreachedSheets || sheets.some(sheet => sheet.file === file)
  const drawing = files.filter(
    file => !/\.test\.tsx$/.test(file) && /<(Sheet|ConfirmDialog)\b/.test(readFileSync(join(rootFolder, file), 'utf8')),
  )
  const gone = [...Object.keys(unreachedSheets), ...sheets.map(({ file }) => file)].filter(
    file => !existsSync(join(rootFolder, file)),
  )
  return [...drawing.filter(file => !isKnown(file)), ...gone]
}
