import type { CallLimit, Limit } from '../http/http-dependencies.ts'

const [minute, hour, day] = [60, 3600, 86_400]

/**
 * `person`: a signed-in person. `address`: an anonymous call's IPv4 address, or its /64 and, at 16 times the limit, its
 * /48. `network`: a /24 of IPv4 or a /64. `service`: all anonymous calls, or all people, together.
 */
export type LimitRow = CallLimit & {
  readonly subject: 'person' | 'address' | 'network' | 'destination' | 'destination and network' | 'service'
  readonly counts: string
  /** Never refused by it. */
  readonly spares: string
  /** Logs a warning once half of it is used. */
  readonly alarm?: true
}

const anonymous = 'people who are signed in'
const everybodyElse = 'every other person, and anonymous calls'

/** Every limit that is counted in the database, by name. The page `reference/limits.md` is made from it. */
export const limitTable = {
  loginCalls: row(30, minute, 'address', 'logins, right or wrong', anonymous),
  loginPlace: row(5, 900, 'destination and network', 'wrong login passwords', 'other networks'),
  loginAccount: row(20, hour, 'destination', 'wrong login passwords', 'networks and devices that were right before'),
  oauthCalls: row(10, minute, 'address', 'sign-ins with Google', anonymous),
  passkeyCalls: row(30, minute, 'address', 'logins with a passkey, begun or finished', anonymous),
  publicAttempts: row(60, hour, 'address', 'codes and tickets of registration and reset, per call', anonymous),
  personAttempts: row(60, hour, 'person', 'calls that compare a password, code or ticket, per call', everybodyElse),
  loginPasswordAgain: row(5, hour, 'person', 'wrong login passwords before a guarded action', everybodyElse),
  oldPassword: row(5, hour, 'person', 'wrong old passwords at a change', everybodyElse),
  passwordChanges: row(5, hour, 'person', 'new passwords equal to the other password', everybodyElse),
  contactSends: row(10, day, 'person', 'codes to a new number or address', everybodyElse),
  codeAddress: row(20, hour, 'address', 'codes asked for by anonymous calls', anonymous),
  codeResend: row(1, minute, 'destination', 'codes of one purpose', 'other purposes'),
  codesPerHour: row(5, hour, 'destination', 'codes to register', 'other purposes'),
  codesToRegister: row(10, day, 'destination', 'codes to register', 'other purposes'),
  codesPerDay: row(
    5,
    day,
    'destination',
    'codes of one purpose; used ones to withdraw are given back',
    'other purposes',
  ),
  resetElsewhere: row(
    4,
    day,
    'destination',
    'reset codes from unknown places',
    'networks and devices known to the account',
  ),
  codesAnonymous: createAlarmedRow(20_000, 'messages that leave for anonymous calls, per channel', anonymous),
  codesOfPeople: createAlarmedRow(20_000, 'messages that leave for people, per channel', 'anonymous calls'),
  wrongCodes: createAlarmedRow(
    2_000,
    'wrong codes of anonymous calls where a code is alive',
    `${anonymous}; networks below 5`,
  ),
  wrongCodesOfNetwork: row(50, day, 'network', 'wrong codes where a code is alive', anonymous),
  wrongCodesUnderAttack: row(5, day, 'network', 'the same, once wrongCodes is used up', anonymous),
  publicReads: row(60, minute, 'address', 'company texts and regions, per call', anonymous),
  reports: row(60, minute, 'address', 'reports of browsers on releases, per call', anonymous),
  browsersOfNetwork: row(1_000, day, 'network', 'browsers in the health of releases', 'all: more are not counted'),
  settings: row(20, hour, 'person', 'changes of the profile', everybodyElse),
  // Counts requests to a platform; a mistyped link or a taken name costs nothing.
  bindings: { ...row(5, day, 'person', 'social accounts to verify', everybodyElse), refusedIsFree: true },
  bindingTries: row(60, hour, 'person', 'the same, refused ones too', everybodyElse),
  unbindings: row(30, day, 'person', 'social accounts removed', everybodyElse),
  claims: row(120, hour, 'person', 'tasks claimed', everybodyElse),
  submissions: row(60, hour, 'person', 'proofs sent', everybodyElse),
  appeals: row(30, hour, 'person', 'appeals of rejected proofs', everybodyElse),
  uploadsPerHour: row(20, hour, 'person', 'uploads', everybodyElse),
  uploadsPerDay: row(200, day, 'person', 'uploads', everybodyElse),
  inviters: row(10, hour, 'person', "inviters' codes", everybodyElse),
  // Not tries: a mistyped number is no reason to wait a day.
  accountsAdded: row(5, day, 'person', 'payment accounts added', everybodyElse),
  withdrawals: row(10, hour, 'person', 'withdrawals asked for', everybodyElse),
  // A used code is uncounted and a cancelled withdrawal costs nothing: without this, codes would be unlimited.
  cancellations: row(20, day, 'person', 'withdrawals cancelled', everybodyElse),
  pushCalls: row(60, hour, 'person', 'calls about notifications of a browser, per call', everybodyElse),
  exports: row(5, day, 'person', "downloads of one's own data", everybodyElse),
  deletions: row(30, hour, 'person', 'tries to delete the account', everybodyElse),
} as const satisfies Readonly<Record<string, LimitRow>>

/** A limit on an address, network or place of a deployment where so many people share one. */
export function multiplyLimit(limit: LimitRow, factor: number): Limit & { readonly alarm?: true } {
  return { ...limit, max: limit.max * factor }
}

function row(max: number, seconds: number, subject: LimitRow['subject'], counts: string, spares: string): LimitRow {
  return { max, seconds, subject, counts, spares }
}

function createAlarmedRow(max: number, counts: string, spares: string): LimitRow {
  return { ...row(max, day, 'service', counts, spares), alarm: true }
}
