import * as v from 'valibot'
import { apiCodes } from './languages.ts'
import { MinorUnits, Money } from './money.ts'

/** What late subscribers receive: nothing, or the last payload. The end of a session clears `last` values. */
export type Replay = 'none' | 'last'

/** One event: its version, its meaning, and the shape of its payload. */
/*#__NO_SIDE_EFFECTS__*/
export function defineEvent<const Schema extends v.GenericSchema>(definition: {
  version: number
  replay: Replay
  meaning: string
  payload: Schema
}) {
  return definition
}

export const shellEvents = {
  'shell.sessionStarted': defineEvent({
    version: 1,
    replay: 'last',
    meaning: 'A person is signed in. Emitted after each login, and once at a start with a stored session.',
    payload: v.object({ loginType: v.picklist(['mobile', 'email']) }),
  }),
  'shell.sessionEnded': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'The session has ended. Caches are empty, and the bus has cleared every replayed event.',
    payload: v.object({ reason: v.picklist(['logout', 'unauthorised', 'otherTab', 'replaced']) }),
  }),
  'shell.languageChanged': defineEvent({
    version: 1,
    replay: 'last',
    meaning: 'Texts and formats are now in this language.',
    payload: v.object({ language: v.picklist(apiCodes) }),
  }),
  'shell.inboxChanged': defineEvent({
    version: 1,
    replay: 'none',
    meaning:
      'The service has decided something about the person. The kinds are those of the inbox; new ones may be added.',
    payload: v.object({
      id: v.string(),
      kind: v.string(),
      ref: v.nullable(v.string()),
      amount: v.nullable(MinorUnits),
    }),
  }),
} as const

export const authEvents = {
  'auth.profileChanged': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'Nickname, avatar, birthday or gender were saved.',
    payload: v.object({ fields: v.array(v.picklist(['nick_name', 'avatar', 'birthday', 'gender'])) }),
  }),
} as const

export const tasksEvents = {
  'tasks.taskChanged': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'A claimed task changed its execution or review status.',
    payload: v.object({ assignmentId: v.string(), execStatus: v.number(), reviewStatus: v.number() }),
  }),
  'tasks.rewardPaid': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'A task passed review and its reward was posted to the ledger.',
    payload: v.object({ assignmentId: v.string(), reward: Money }),
  }),
  'tasks.accountBound': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'A social account was bound or unbound.',
    payload: v.object({ accountId: v.string(), bindStatus: v.number() }),
  }),
} as const

export const walletEvents = {
  'wallet.balanceChanged': defineEvent({
    version: 1,
    replay: 'last',
    meaning: 'The last balance that the service returned. An older ledger version never replaces a newer one.',
    payload: v.object({ amount: MinorUnits, hold: MinorUnits, version: v.number() }),
  }),
  'wallet.withdrawalChanged': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'A withdrawal was requested, paid or rejected.',
    payload: v.object({ withdrawalId: v.string(), status: v.string() }),
  }),
  'wallet.tradingPasswordChanged': defineEvent({
    version: 1,
    replay: 'none',
    meaning: 'The trading password was set, changed or reset.',
    payload: v.object({}),
  }),
} as const

export const teamEvents = {
  'team.inviterBound': defineEvent({
    version: 1,
    replay: 'none',
    meaning: "An inviter's code was bound to this account. It cannot change any more.",
    payload: v.object({ inviterId: v.string() }),
  }),
} as const

/**
 * All events, by owner. A name is `owner.pastTense`; only its owner may emit it. A change adds an optional field, or
 * raises the version.
 */
export const events = { ...shellEvents, ...authEvents, ...tasksEvents, ...walletEvents, ...teamEvents } as const

export type EventCatalogue = typeof events
export type EventName = keyof EventCatalogue
export type EventPayload<Name extends EventName> = v.InferOutput<EventCatalogue[Name]['payload']>
/** Owner of an event in the catalogue: the shell, or a remote by its short name. */
export type EventOwner = EventName extends `${infer Owner}.${string}` ? Owner : never
export type EventsOf<Owner extends EventOwner> = Extract<EventName, `${Owner}.${string}`>
