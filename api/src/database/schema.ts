import type { ColumnType, Generated } from 'kysely'

/**
 * The tables as Kysely reads them. Kept by hand; schema.test.ts compares it with information_schema on both engines.
 */
export type Schema = {
  app_user: AppUserTable
  password_history: {
    id: Generated<bigint>
    user_id: bigint
    kind: 'login' | 'pay'
    hash: string
    created_at: Generated<Date>
  }
  oauth_identity: {
    provider: string
    subject: string
    user_id: bigint
    email: string | null
    created_at: Generated<Date>
  }
  passkey: {
    id: Generated<bigint>
    public_id: string
    user_id: bigint
    credential_id: string
    public_key: string
    counter: bigint
    user_agent: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  session: SessionTable
  verify_code: VerifyCodeTable
  verify_ticket: {
    id: Generated<bigint>
    purpose: TicketPurpose
    dest: string
    token_hash: string
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
  }
  rate_bucket: { key: string; window_start: Date; n: number }
  outbox: OutboxTable
  region: {
    code: string
    dial_code: string
    name_i18n: JsonOf<Texts>
    phone_regex: string
    example: string
    currency: string
    icon: Generated<string>
    position: Generated<number>
    enabled: Generated<boolean>
  }
  bank: {
    id: Generated<bigint>
    public_id: string
    country: string
    code: string
    name: string
    icon: string | null
    position: Generated<number>
    enabled: Generated<boolean>
  }
  payway: PaywayTable
  service_setting: { key: string; value: JsonOf<unknown>; updated_at: Generated<Date> }
  claim: {
    key: string
    value: string
    text_i18n: JsonOf<Texts>
    position: Generated<number>
    enabled: Generated<boolean>
  }
  ledger_account: {
    id: Generated<bigint>
    user_id: bigint | null
    kind: string
    currency: Generated<string>
    tracks_balance: boolean
    balance: Generated<bigint>
    version: Generated<bigint>
    created_at: Generated<Date>
  }
  ledger_txn: {
    id: Generated<bigint>
    kind: string
    idem_key: string
    ref_type: string
    ref_id: string
    user_id: bigint | null
    legs_hash: string
    note: string | null
    created_at: Generated<Date>
  }
  ledger_entry: {
    id: Generated<bigint>
    txn_id: bigint
    account_id: bigint
    currency: string
    amount: bigint
    label: Generated<string>
    balance_after: bigint | null
    created_at: Generated<Date>
  }
  user_payway: UserPaywayTable
  withdrawal: WithdrawalTable
  task: TaskTable
  task_day: { task_id: bigint; day: string; quota_left: number }
  assignment: AssignmentTable
  bind_account: BindAccountTable
  submission: SubmissionTable
  file: {
    id: string
    user_id: bigint | null
    purpose: string
    sha256: string
    mime: string
    bytes: bigint
    width: number | null
    height: number | null
    storage_key: string
    created_at: Generated<Date>
  }
  idempotency: {
    user_id: bigint
    route: string
    key: string
    request_hash: string
    response: NullableJson
    created_at: Generated<Date>
  }
  job: JobTable
  audit_log: {
    id: Generated<bigint>
    actor: string
    action: string
    target: Generated<string>
    detail: DefaultJson<unknown>
    created_at: Generated<Date>
  }
  health_minute: HealthMinuteTable
  health_seen: { day: string; key: string }
  health_judge: { one: Generated<boolean>; id: string; name: string; looked_at: Date }
  health_canary_seen: { key: string; first_day: string }
  health_word: { app: string; release: string; kind: string; word: string; first_day: string }
  provider_event: { provider: string; event_id: string; received_at: Date }
  inbox: { user_id: bigint; last_seq: bigint }
  inbox_item: InboxItemTable
  schema_migration: { version: string; sha256: string; applied_at: Generated<Date> }
}

type HealthMinuteTable = {
  minute: Date
  app: string
  release: string
  generation: number
  side: string
  outcome: string
  known: boolean
  step: number
  phase: string
  reason: string
  path: string
  language: string
  family: string
  n: number
}

/** A text in the six languages; some rows have fewer, and English replaces the rest. */
export type Texts = Readonly<Record<string, string>>

/** jsonb: read as a value, written as JSON text (`JSON.stringify`), which both engines take as it is. */
type JsonOf<Value> = ColumnType<Value, string, string>
type DefaultJson<Value> = ColumnType<Value, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null, string | null>

/** `deleted`: its owner ended it; the row remains for the ledger. */
export type PersonStatus = 'active' | 'disabled' | 'deleted'

type AppUserTable = {
  id: Generated<bigint>
  public_id: string
  mobile_e164: string | null
  mobile_sag: string | null
  email_norm: string | null
  country_code: string
  pwd_hash: string | null
  pay_pwd_hash: string | null
  pay_fail_count: Generated<number>
  pay_locked_until: Date | null
  nick_name: string | null
  avatar_file_id: string | null
  birthday: string | null
  gender: Generated<number>
  invite_code: string
  inviter_id: bigint | null
  invited_at: Date | null
  status: Generated<PersonStatus>
  is_system: Generated<boolean>
  withdraw_frozen_until: Date | null
  language: Generated<string>
  time_zone: string | null
  time_zone_auto: Generated<boolean>
  google_sign_in: Generated<boolean>
  created_at: Generated<Date>
}

type SessionTable = {
  id: Generated<bigint>
  public_id: string
  user_id: bigint
  token_hash: string
  login_type: 'mobile' | 'email'
  ip: string
  user_agent: string
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
  revoked_at: Date | null
  revoke_reason: string | null
}

type VerifyCodeTable = {
  id: Generated<bigint>
  purpose: CodePurpose
  channel: Channel
  dest: string
  user_id: bigint | null
  bound_to: Generated<string>
  code_hmac: string
  tries: Generated<number>
  max_tries: number
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  voided_at: Date | null
}
export type CodePurpose = 'register' | 'reset' | 'reset_pay' | 'withdraw' | 'prove' | 'contact' | 'delete'
export type TicketPurpose = 'register' | 'reset' | 'owner' | 'passkey'
export type Channel = 'sms' | 'email'

type OutboxTable = {
  id: Generated<bigint>
  channel: Channel
  dest: string
  template: string
  lang: string
  vars: DefaultJson<Readonly<Record<string, string>>>
  state: Generated<'pending' | 'sent' | 'failed' | 'suppressed'>
  attempts: Generated<number>
  provider_ref: string | null
  created_at: Generated<Date>
  sent_at: Date | null
}

/** A field of a pay way; `label` in six languages. */
export type PaywayField = Readonly<{
  key: string
  label: Texts
  regex: string
  max: number
  check: 'none' | 'iban' | 'clabe' | 'aba'
  example: string
  inputmode: 'text' | 'numeric' | 'email' | 'tel'
}>

type PaywayTable = {
  id: Generated<bigint>
  public_id: string
  code: string
  kind: 'bank' | 'payment'
  country: string
  name_i18n: JsonOf<Texts>
  currency: string
  scale: number
  rate_num: bigint
  rate_den: bigint
  fee_bps: Generated<number>
  min: bigint
  max: bigint
  need_bank: boolean
  fields: JsonOf<readonly PaywayField[]>
  position: Generated<number>
  enabled: Generated<boolean>
}

type UserPaywayTable = {
  id: Generated<bigint>
  public_id: string
  user_id: bigint
  payway_id: bigint
  bank_id: bigint | null
  holder_name: string
  account_enc: string
  account_last4: string
  account_fp: string
  is_default: Generated<boolean>
  status: Generated<'ready' | 'checking' | 'failed'>
  usable_from: Generated<Date>
  removed_at: Date | null
  created_at: Generated<Date>
}

type WithdrawalTable = {
  id: Generated<bigint>
  public_id: string
  user_id: bigint
  user_payway_id: bigint
  amount: bigint
  fee: bigint
  net: bigint
  payout: bigint
  payout_currency: string
  payout_scale: number
  rate_num: bigint
  rate_den: bigint
  fee_bps: number
  status: Generated<'submitted' | 'awaiting_approval' | 'paid' | 'rejected'>
  payout_state: Generated<'none' | 'queued' | 'sent' | 'confirmed' | 'failed' | 'unknown'>
  provider_ref: string | null
  reject_reason: string | null
  approved_by: string | null
  approved_at: Date | null
  decided_by: string | null
  decided_at: Date | null
  created_at: Generated<Date>
  payout_attempt: Generated<number>
  payout_sent_at: Date | null
  payout_ask_at: Date | null
  payout_asks: Generated<number>
  payout_said: string | null
  released_by: string | null
  approved_identity: string | null
  released_identity: string | null
}

/** A material as stored: texts in six languages, `file` the name of a public file. */
export type TaskMaterial = Readonly<{
  key: string
  kind: 'copy' | 'image' | 'video' | 'link'
  label: Texts
  text: Texts | null
  url: string | null
  file_name: string | null
}>

/** One encoded picture: addresses of its two files, and its pixels. */
export type Rendition = Readonly<{ avif: string; webp: string; width: number; height: number }>
/** A task's picture for lists and for its screen; `alt` describes it. */
export type TaskPicture = Readonly<{ card: Rendition; wide: Rendition; alt: Texts }>
/** An example of a good submission; `caption` explains why it is good. */
export type ExamplePicture = Readonly<{ picture: Rendition; caption: Texts }>

type TaskTable = {
  id: Generated<bigint>
  public_id: string
  code: string
  kind: number
  platform: string | null
  icon: Generated<string>
  title_i18n: JsonOf<Texts>
  brief_i18n: JsonOf<Texts>
  steps_i18n: JsonOf<Readonly<Record<string, readonly string[]>>>
  disclosure_i18n: JsonOf<Texts>
  hashtag_i18n: JsonOf<Texts>
  materials: DefaultJson<readonly TaskMaterial[]>
  example_i18n: ColumnType<Texts | null, string | null, string | null>
  picture: ColumnType<TaskPicture | null, string | null, string | null>
  example_picture: ColumnType<ExamplePicture | null, string | null, string | null>
  target_url: string | null
  submit_fields: JsonOf<readonly string[]>
  reward: bigint
  minutes: Generated<number>
  deadline_hours: Generated<number>
  quota_day: number
  position: Generated<number>
  starts_at: Generated<Date>
  ends_at: Date | null
  status: Generated<'open' | 'closed'>
  is_demo: Generated<boolean>
  created_at: Generated<Date>
}

type AssignmentTable = {
  id: Generated<bigint>
  public_id: string
  task_id: bigint
  user_id: bigint
  day: string
  reward: bigint
  exec_status: Generated<number>
  review_status: Generated<number>
  attempt: Generated<number>
  deadline_at: Date
  submitted_at: Date | null
  reviewed_at: Date | null
  reviewed_by: string | null
  fail_reason: string | null
  history: DefaultJson<readonly { step: string; at: string; reason: string | null }[]>
  created_at: Generated<Date>
}

type BindAccountTable = {
  id: Generated<bigint>
  public_id: string
  user_id: bigint
  platform: string
  username: string
  username_norm: string
  link: string
  nickname: string | null
  description: string | null
  avatar: string | null
  background: string | null
  fans: bigint | null
  reg_days: number | null
  challenge: string
  status: Generated<number>
  fail_reason: string | null
  attempt: Generated<number>
  decided_by: string | null
  decided_at: Date | null
  created_at: Generated<Date>
  verify_ask_at: Date | null
  verify_asks: Generated<number>
  verify_said: string | null
}

type SubmissionTable = {
  id: Generated<bigint>
  assignment_id: bigint
  attempt: number
  bind_account_id: bigint | null
  video_link: string | null
  username: string | null
  homepage_link: string | null
  file_ids: DefaultJson<readonly string[]>
  auto_check: NullableJson
  submitted_at: Generated<Date>
}

type JobTable = {
  id: Generated<bigint>
  kind: string
  unique_key: string | null
  payload: DefaultJson<Readonly<Record<string, unknown>>>
  run_at: Generated<Date>
  attempts: Generated<number>
  locked_until: Date | null
  last_error: string | null
  failed_at: Date | null
  created_at: Generated<Date>
}

/** Details of an item at the time of the event. `reason` as stored (reasons/reasons.ts). */
export type InboxDetail = Readonly<{ title?: Texts; reason?: string }>

type InboxItemTable = {
  user_id: bigint
  seq: bigint
  kind: string
  amount: bigint | null
  ref: string | null
  detail: JsonOf<InboxDetail>
  created_at: Generated<Date>
  read_at: Date | null
}
