import type { Filled } from '@adcoin/contract'
import { generatePath } from '@adcoin/router'

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
/** A path without parameters is the path itself; one with parameters is a function that fills them in, encoded. */
export type PathOf<Path extends string> = [ParamOf<Path>] extends [never]
  ? Path
  : (params: { [Name in ParamOf<Path>]: string }) => Filled<Path>
export type PathsOf<Patterns extends Record<string, string>> = {
  readonly [Name in keyof Patterns]: PathOf<Patterns[Name]>
}

/** `createPaths({ money: '/money', task: '/task/:taskId' })` → `paths.money`, `paths.task({ taskId })`. */
export function createPaths<const Patterns extends Record<string, string>>(patterns: Patterns): PathsOf<Patterns> {
  const paths = Object.entries(patterns).map(([name, pattern]) => [
    name,
    pattern.includes(':') ? (params: Record<string, string>) => generatePath(pattern, params) : pattern,
  ])
  return Object.fromEntries(paths) as PathsOf<Patterns>
}

/** `withQuery('/withdraw', { step: 'confirm' })` → `/withdraw?step=confirm`; what is undefined is left out. */
export function withQuery<Path extends string>(
  path: Path,
  query: Record<string, string | undefined>,
): Path | `${Path}?${string}` {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled).toString()}`
}

/**
 * An address from outside, if it leads to this app as a browser reads it: not to `//host`, `/\host`, `/%09/host` (a
 * browser drops the tab), `javascript:` or another origin.
 */
export function ownUrl(text: string): URL | undefined {
  const origin = 'https://own.invalid'
  const url = text.startsWith('/') ? URL.parse(text, origin) : null
  return url?.origin === origin ? url : undefined
}

const patterns = {
  home: '/home',
  tasks: '/taskList',
  task: '/task/:taskId',
  adRecord: '/adRecord',
  bindAccount: '/bindAccount',
  money: '/money',
  transactions: '/tradingList',
  statement: '/statement',
  sell: '/sell',
  withdraw: '/withdraw',
  cards: '/cardList',
  addCard: '/cardAdd',
  tradingPassword: '/tradingSetting',
  resetTradingPassword: '/tradingReset/:findType',
  team: '/team',
  teamList: '/teamList',
  invite: '/invite',
  bindInvite: '/bindInvite',
  launch: '/lanuch',
  login: '/login',
  register: '/register',
  googleAuth: '/google_auth',
  appLogin: '/appLogin',
  welcome: '/welcome',
  resetPassword: '/resetPwd/:findType',
  profile: '/personalData',
  settings: '/personalSetting',
  loginPassword: '/pwdSetting',
  notifications: '/notifications',
  inbox: '/inbox',
  language: '/language',
  help: '/help',
  faq: '/faq',
} as const

declare module '@adcoin/contract' {
  interface Routes {
    readonly platform: (typeof patterns)[keyof typeof patterns]
  }
}

/** Every screen of the app by name, for links between areas. Source: specification.md 2, rulings.md R1. */
export const appPaths = createPaths(patterns)
