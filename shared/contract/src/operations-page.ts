/**
 * The protocol between the operations page and its server. An entry of its own, `@adcoin/contract/operations`: people's
 * pages do not load it.
 */
import * as v from 'valibot'
import { AppName } from './manifest.ts'
import { LiveCanary } from './live.ts'
import { ReleaseId, SkippedSteps, Version } from './release.ts'

/** Longest reason of an operator; history keeps it for good. */
export const maxOperatorReasonLength = 300

/** A text of others for a terminal: control characters and changes of the writing direction are shown as `\u001b`. */
export function escapeForTerminal(text: string): string {
  const hex = (character: string) => character.codePointAt(0)?.toString(16).padStart(4, '0')
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    each => `\\u${hex(each)}`,
  )
}

const Why = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxOperatorReasonLength))

/** An operation on a release, in the words of the release command. */
export const ReleaseOperation = v.variant('action', [
  v.strictObject({ action: v.literal('promote'), app: AppName, release: ReleaseId }),
  v.strictObject({
    action: v.literal('rollback'),
    app: AppName,
    release: v.optional(ReleaseId),
    /** Also where it cannot read what newer releases have stored. */
    evenIfUnsafe: v.optional(v.boolean()),
  }),
  v.strictObject({ action: v.literal('revoke'), app: AppName, release: ReleaseId }),
  v.strictObject({ action: v.literal('floor'), app: AppName, below: Version }),
  /** Puts a release before a share of browsers, percent; `manual`: a person decides, not the judge. */
  v.strictObject({
    action: v.literal('canary'),
    app: AppName,
    release: ReleaseId,
    share: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
    manual: v.optional(v.boolean()),
  }),
  /** Ends the canary of an app; pauses its judge, so that a person decides; lets the judge act again. */
  v.strictObject({ action: v.picklist(['stop', 'pause', 'resume']), app: AppName }),
])
export type ReleaseOperation = v.InferOutput<typeof ReleaseOperation>

/** To do what was shown: `from` is the generation that the shown plan was made for. */
export const ReleaseOperationRequest = v.strictObject({
  operation: ReleaseOperation,
  why: Why,
  from: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export const ReleasePlanRequest = v.strictObject({ operation: ReleaseOperation })

export const PageRefusal = v.object({ rule: v.string(), place: v.string(), says: v.string(), remedy: v.string() })
export type PageRefusal = v.InferOutput<typeof PageRefusal>
/** Any answer that is a no: why, where, and what helps. */
export const PageRefused = v.object({ refusals: v.array(PageRefusal) })

const ReleaseChange = v.object({ app: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })
export type ReleaseChange = v.InferOutput<typeof ReleaseChange>

/** The plan of an operation: the same that `--dry-run` prints. */
export const ReleasePlan = v.object({
  from: v.number(),
  generation: v.number(),
  changes: v.array(ReleaseChange),
  /** Of the app that it is about: the release that a share of browsers tries afterwards. */
  canary: v.nullable(v.object({ release: v.string(), share: v.number(), manual: v.boolean() })),
  /** Of the app that it is about: what could still be fallen back to afterwards, best first. */
  fallbacks: v.array(v.string()),
  revoked: v.array(v.string()),
})
export type ReleasePlan = v.InferOutput<typeof ReleasePlan>

/** The result of an operation, read back: how many files, and what is not as signed. */
export const ReleaseOperationResult = v.object({
  generation: v.number(),
  tookMs: v.number(),
  seenFiles: v.number(),
  problems: v.array(PageRefusal),
})
export type ReleaseOperationResult = v.InferOutput<typeof ReleaseOperationResult>

const Brief = v.object({
  id: v.string(),
  version: v.string(),
  created: v.string(),
  ...SkippedSteps.entries,
})
export type ReleaseBrief = v.InferOutput<typeof Brief>

/**
 * `staged`: newer than the live one · `older` · `failed`: rolled back · `stopped`: the last canary, ended · `revoked`:
 * never again · `damaged`: not as signed.
 */
const StoredStatus = v.picklist(['staged', 'older', 'failed', 'stopped', 'revoked', 'damaged'])
const StoredRelease = v.object({ ...Brief.entries, status: StoredStatus })
export type StoredRelease = v.InferOutput<typeof StoredRelease>

const GenerationEntry = v.object({
  generation: v.number(),
  created: v.string(),
  action: v.string(),
  by: v.string(),
  why: v.string(),
  changes: v.array(v.object({ ...ReleaseChange.entries, ...SkippedSteps.entries })),
  /** Canaries that it began, with their share in percent, or ended (0). */
  tries: v.array(v.object({ app: v.string(), release: v.string(), share: v.number() })),
  revoked: v.array(v.string()),
  floor: v.record(v.string(), v.string()),
})
export type GenerationEntry = v.InferOutput<typeof GenerationEntry>

const Sides = v.object({ canary: v.number(), others: v.number() })

/**
 * A release on a share of browsers with the judge's verdict, in the words of `release -- canary --judge`. `browsers`
 * and `measures` are null while browser reports are unknown.
 */
const RunningCanary = v.object({
  ...v.pick(LiveCanary, ['release', 'share', 'since', 'manual']).entries,
  decision: v.picklist(['promote', 'raise', 'stop', 'wait']),
  why: v.string(),
  browsers: v.nullable(Sides),
  measures: v.nullable(
    v.array(
      v.object({
        measure: v.picklist(['failed', 'cards', 'slow', 'late', 'silent']),
        ...Sides.entries,
        /** Weight of this measure against the candidate; null while there are too few reports. */
        evidence: v.nullable(v.number()),
      }),
    ),
  ),
  /** Weight of all measures, and the limit at which the candidate is stopped; null while it is unknown. */
  evidence: v.nullable(v.number()),
  stopAt: v.nullable(v.number()),
})
export type RunningCanary = v.InferOutput<typeof RunningCanary>

/** What is live of an app, what to fall back to, and what else is in the store. */
const AppStatus = v.object({
  app: v.string(),
  active: Brief,
  previous: v.array(Brief),
  others: v.array(StoredRelease),
  rollback: v.object({ to: v.nullable(v.string()), safe: v.boolean(), why: v.string() }),
})
export type AppStatus = v.InferOutput<typeof AppStatus>

const AppView = v.object({
  ...AppStatus.entries,
  /** When it went live; null where that is further back than the page looks. */
  since: v.nullable(GenerationEntry),
  canary: v.nullable(RunningCanary),
  /** Browsers of the last hour with the live release, and those in which it failed; null if unknown. */
  lastHour: v.nullable(v.object({ browsers: v.number(), failed: v.number(), rate: v.number() })),
})
export type AppView = v.InferOutput<typeof AppView>

/** Everything that the first screen shows. */
export const ReleasesView = v.object({
  generation: v.number(),
  productUrl: v.string(),
  apps: v.array(AppView),
  /** The judge of canaries that acts, and seconds since its last look; null where none is known to. */
  judge: v.nullable(v.object({ name: v.string(), secondsAgo: v.number() })),
  /** Newest first. */
  history: v.array(GenerationEntry),
})
export type ReleasesView = v.InferOutput<typeof ReleasesView>

/**
 * `review`: decides on submissions and social accounts. `pay`: decides on withdrawals. `release`: changes what is live.
 * `admin`: disables people. Every operator may look.
 */
export const operatorRoles = ['review', 'pay', 'release', 'admin'] as const
const OperatorRole = v.picklist(operatorRoles)
export type OperatorRole = v.InferOutput<typeof OperatorRole>

/** The signed-in operator. History and audit list contain `name`; null while a sign-in is required. */
export const OperatorSession = v.object({
  name: v.nullable(v.string()),
  /** `none`: whoever reaches the page is its operator. */
  signIn: v.picklist(['none', 'secret', 'organisation']),
  roles: v.array(OperatorRole),
})
export type OperatorSession = v.InferOutput<typeof OperatorSession>
export const SignInRequest = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60), v.regex(/^[\p{L}\p{N} ._@-]+$/u)),
  secret: v.pipe(v.string(), v.maxLength(500)),
})

const CommandWord = v.pipe(v.string(), v.maxLength(300))
/** A request for one of the service's own commands (`npm run ops`), by its name. */
const commandFields = {
  command: v.pipe(v.string(), v.maxLength(40)),
  args: v.optional(v.pipe(v.array(CommandWord), v.maxLength(3)), []),
  flags: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-z-]{1,30}$/)), v.union([v.literal(true), CommandWord])),
    {},
  ),
}
export const PageCommandRequest = v.strictObject(commandFields)
/** The same as the page's server sends it to the service, with the operator. */
export const OperatorCommandRequest = v.strictObject({
  ...commandFields,
  by: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** `issuer|subject` of the operator at the organisation's sign-in; absent without it. Names can be changed there. */
  identity: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
  /** Of the operator; absent: every role. */
  roles: v.optional(v.array(OperatorRole)),
  /** IP address of the operator's browser. */
  address: v.optional(v.pipe(v.string(), v.maxLength(45))),
})

/** The exit code of the command line: 0 done, 1 refused, 2 wrong words. */
export const OperatorCommandResponse = v.object({
  exit: v.picklist([0, 1, 2]),
  data: v.unknown(),
  message: v.nullable(v.string()),
})

const Reasons = v.array(v.object({ code: v.string(), text: v.string() }))
/** The commands of the page, and the reasons that have a code: people read them in their own language. */
export const OperatorCommands = v.object({
  commands: v.array(v.string()),
  reasons: v.object({ review: Reasons, bind: Reasons, withdraw: Reasons }),
})
export type OperatorCommands = v.InferOutput<typeof OperatorCommands>

/** `frozen`: no withdrawal until a time, after a change of a password or of a contact. */
const PersonState = v.picklist(['active', 'frozen', 'disabled', 'deleted'])
export type PersonState = v.InferOutput<typeof PersonState>

/** `review list` */
export const WaitingSubmission = v.object({
  assignment: v.string(),
  title: v.string(),
  user_id: v.string(),
  person_state: PersonState,
  /** The task's demand, in English. */
  asked: v.object({
    brief: v.string(),
    steps: v.array(v.string()),
    disclosure: v.string(),
    hashtag: v.string(),
    target_url: v.nullable(v.string()),
  }),
  kind: v.number(),
  reward: v.string(),
  attempt: v.number(),
  submitted_at: v.string(),
  /** The appeal that waits in place of the proof; absent in older answers. Another operator than the first decides. */
  appeal: v.optional(
    v.nullable(
      v.object({
        text: v.string(),
        at: v.string(),
        decide_by: v.string(),
        first_reason: v.nullable(v.string()),
        first_decided_by: v.nullable(v.string()),
      }),
    ),
  ),
  /** Paid proofs with the same post, profile of another person, or picture; absent in older answers. */
  paid_before: v.optional(
    v.nullable(
      v.object({
        /** At most 50 of each link and picture are counted. */
        times: v.number(),
        same: v.array(v.picklist(['link', 'profile', 'picture'])),
        /** The newest. */
        proofs: v.array(
          v.object({
            assignment: v.string(),
            title: v.string(),
            user_id: v.string(),
            person_state: PersonState,
            submitted_at: v.string(),
            video_link: v.nullable(v.string()),
            homepage_link: v.nullable(v.string()),
            /** Pictures only. */
            files: v.array(v.string()),
          }),
        ),
      }),
    ),
  ),
  video_link: v.nullable(v.string()),
  homepage_link: v.nullable(v.string()),
  username: v.nullable(v.string()),
  platform: v.nullable(v.string()),
  account: v.nullable(v.string()),
  files: v.array(v.string()),
  /** Those of `files` that are films. */
  films: v.array(v.string()),
})
export type WaitingSubmission = v.InferOutput<typeof WaitingSubmission>

/** `bind list` */
export const WaitingBinding = v.object({
  account: v.string(),
  user_id: v.string(),
  person_state: PersonState,
  platform: v.string(),
  username: v.string(),
  link: v.string(),
  challenge: v.nullable(v.string()),
  created_at: v.string(),
})
export type WaitingBinding = v.InferOutput<typeof WaitingBinding>

/** `withdraw list` */
export const ListedWithdrawal = v.object({
  id: v.string(),
  user_id: v.string(),
  person_state: PersonState,
  amount: v.string(),
  fee: v.string(),
  payout: v.string(),
  payout_currency: v.string(),
  payout_scale: v.number(),
  status: v.string(),
  payout_state: v.string(),
  account: v.string(),
  approved_by: v.nullable(v.string()),
  created_at: v.string(),
})
export type ListedWithdrawal = v.InferOutput<typeof ListedWithdrawal>

/** `withdraw show`: whom to pay, and where. */
export const ShownWithdrawal = v.object({
  payway: v.string(),
  bank: v.nullable(v.string()),
  holder_name: v.string(),
  account: v.unknown(),
  provider_said: v.nullable(v.string()),
})
export type ShownWithdrawal = v.InferOutput<typeof ShownWithdrawal>

/** `user find` */
export const FoundPerson = v.object({ user_id: v.string() })

/** `user show`: amounts in minor units of Ad Coin, times ISO. */
export const ShownPerson = v.object({
  user_id: v.string(),
  state: PersonState,
  nick_name: v.nullable(v.string()),
  mobile: v.nullable(v.string()),
  email: v.nullable(v.string()),
  country: v.string(),
  language: v.string(),
  created_at: v.string(),
  last_seen_at: v.nullable(v.string()),
  frozen_until: v.nullable(v.string()),
  trading_locked_until: v.nullable(v.string()),
  amount: v.string(),
  hold: v.string(),
  inviter: v.nullable(v.string()),
  invited: v.number(),
  proofs: v.object({ passed: v.number(), failed: v.number(), waiting: v.number() }),
  /** `cancelled`: 0 from a service before it was counted. */
  withdrawals: v.object({
    paid: v.number(),
    rejected: v.number(),
    cancelled: v.optional(v.number(), 0),
    open: v.number(),
  }),
  accounts: v.array(v.string()),
})
export type ShownPerson = v.InferOutput<typeof ShownPerson>

/** `outbox` */
export const OutboxMessage = v.object({
  code: v.nullable(v.string()),
  to: v.string(),
  template: v.string(),
  channel: v.string(),
  state: v.string(),
  created_at: v.string(),
})
/** `audit` */
export const AuditEntry = v.object({
  at: v.string(),
  by: v.string(),
  action: v.string(),
  target: v.string(),
  detail: v.unknown(),
})
/** `ledger:verify` */
export const LedgerHealth = v.object({
  ok: v.boolean(),
  transactions: v.number(),
  entries: v.number(),
  checks: v.array(v.object({ name: v.string(), ok: v.boolean(), wrong: v.number(), first: v.nullable(v.string()) })),
})
export type LedgerHealth = v.InferOutput<typeof LedgerHealth>
