import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse, definePagedList, paging } from '../call.ts'
import { Id, Instant, WebLink, VideoLink } from '../fields.ts'
import { Currency, MinorUnits } from '../money.ts'
import { parseSocialName } from '../social.ts'

/**
 * 1 private message · 2 group · 3 post video · 4 post image · 5 edit description · 6 edit link · 7 SMS. An unknown one
 * is shown neutrally.
 */
export const taskKinds = {
  privateMessage: 1,
  group: 2,
  postVideo: 3,
  postImage: 4,
  editDescription: 5,
  editLink: 6,
  sms: 7,
} as const
/** Review status. 2 is final. Source: reference-api.md 3.4. */
export const reviewStatuses = { unprocessed: 0, pending: 1, passed: 2, failed: 3 } as const
/** Execution label. 2 and 3 are final. */
export const execStatuses = { notExecuted: 0, executing: 1, stopped: 2, success: 3, failed: 4 } as const
export const bindStatuses = { notBound: 0, binding: 1, bound: 2, failed: 3 } as const

const reward = { reward: MinorUnits, currency: Currency, scale: v.number() }
const progress = {
  exec_status: v.nullable(v.number()),
  review_status: v.nullable(v.number()),
  deadline_at: v.nullable(Instant),
}

/** Two files of one picture, its pixels, and what it shows. */
export const Picture = v.object({
  avif: v.string(),
  webp: v.string(),
  width: v.number(),
  height: v.number(),
  alt: v.string(),
})
export type Picture = v.InferOutput<typeof Picture>
/** Absent in older answers; null for a task without a picture. */
const picture = v.optional(v.nullable(Picture))

/**
 * A task of the day; `assignment_id` and the states are null until it is claimed. `lock` is the reason why it cannot be
 * claimed.
 */
export const TaskItem = v.object({
  id: v.string(),
  assignment_id: v.nullable(v.string()),
  kind: v.number(),
  title: v.string(),
  icon: v.string(),
  /** Square, for a list. */
  picture,
  ...reward,
  quota_left: v.number(),
  ends_at: v.nullable(Instant),
  minutes: v.number(),
  ...progress,
  /** Remaining attempts to submit. */
  attempts_left: v.optional(v.number()),
  lock: v.nullable(v.picklist(['need_bind', 'task_full', 'task_limit', 'task_closed'])),
})
export type TaskItem = v.InferOutput<typeof TaskItem>
export const taskList = defineCall({
  method: 'GET',
  path: '/app/app/task/list',
  access: 'private',
  request: v.strictObject({ kind: v.optional(v.pipe(v.string(), v.regex(/^[1-7]$/))), ...paging }),
  response: v.object({
    ...definePagedList(TaskItem).entries,
    /** `in_review` waits for a decision, which usually comes within `review_minutes`. */
    today: v.object({
      received: v.number(),
      limit: v.number(),
      submitted: v.number(),
      passed: v.number(),
      in_review: v.optional(v.number()),
      review_minutes: v.optional(v.number()),
      /** The person's own calendar day, by the service's clock. */
      day: v.optional(v.string()),
      /** When the tasks of the next day begin. */
      next_day_at: v.optional(Instant),
      left_to_earn: MinorUnits,
      /** Rewards of what passed today. */
      earned: v.optional(MinorUnits),
    }),
  }),
})

/** Claims a task for today. */
export const receiveTask = defineCall({
  method: 'POST',
  path: '/app/app/task/receive',
  access: 'private',
  idempotency: 'optional',
  request: v.strictObject({ task_id: Id }),
  response: v.object({ assignment_id: v.string(), deadline_at: Instant }),
})

/** The fields of a submission of one kind. */
export const submitFields = ['account_id', 'video_link', 'username', 'homepage_link', 'files'] as const
/**
 * `label` and `text` in the caller's language. `copy` to copy, `image` and `video` to download; `url` may be null
 * ("Download link is empty").
 */
export const Material = v.object({
  key: v.string(),
  kind: v.picklist(['copy', 'image', 'video', 'link']),
  label: v.string(),
  text: v.nullable(v.string()),
  url: v.nullable(v.string()),
  file_name: v.nullable(v.string()),
})
export const Submission = v.object({
  attempt: v.number(),
  account_id: v.nullable(v.string()),
  video_link: v.nullable(v.string()),
  username: v.nullable(v.string()),
  homepage_link: v.nullable(v.string()),
  files: v.array(v.object({ file_id: v.string(), url: v.string(), mime: v.string() })),
  submitted_at: Instant,
})
/**
 * The one appeal of a rejected proof. `decide_by`: when another operator than the first will have decided. `reason` is
 * theirs, where they rejected it again.
 */
export const Appeal = v.object({
  state: v.fallback(v.picklist(['open', 'accepted', 'rejected', 'other']), 'other'),
  text: v.string(),
  at: Instant,
  decide_by: Instant,
  decided_at: v.nullable(Instant),
  reason: v.nullable(v.string()),
})
export type Appeal = v.InferOutput<typeof Appeal>
export const TaskDetail = v.object({
  id: v.string(),
  assignment_id: v.nullable(v.string()),
  kind: v.number(),
  title: v.string(),
  icon: v.string(),
  /** Across the screen. */
  picture,
  ...reward,
  ...progress,
  ends_at: v.nullable(Instant),
  minutes: v.number(),
  /** The time to send proof, from the claim; older services leave it out. */
  deadline_hours: v.optional(v.number()),
  lock: v.nullable(v.string()),
  brief: v.string(),
  steps: v.array(v.string()),
  /** The platform's line for advertising, and the hashtag that the post must carry. */
  disclosure: v.object({ text: v.string(), hashtag: v.string() }),
  materials: v.array(Material),
  target_url: v.nullable(v.string()),
  submit_fields: v.array(v.picklist(submitFields)),
  example: v.nullable(v.string()),
  /** An example of a good submission; `alt` describes it. */
  example_picture: picture,
  submission: v.nullable(Submission),
  fail_reason: v.nullable(v.string()),
  attempts_left: v.number(),
  /** Absent in older answers; null until the person appeals. */
  appeal: v.optional(v.nullable(Appeal)),
  /** Whether the person may appeal the rejection of the last proof. Absent in older answers. */
  can_appeal: v.optional(v.boolean()),
  review_minutes: v.number(),
  /** Events with their times, oldest first; the first reviews come from the sandbox, `paid` from the ledger. */
  history: v.array(
    v.object({
      step: v.picklist(['claimed', 'submitted', 'passed', 'failed', 'paid', 'stopped']),
      at: Instant,
      reason: v.nullable(v.string()),
    }),
  ),
})
export type TaskDetail = v.InferOutput<typeof TaskDetail>
/** One claimed task of the record. */
export const TaskRecord = v.object({
  assignment_id: v.string(),
  task_id: v.string(),
  kind: v.number(),
  title: v.string(),
  icon: v.string(),
  /** Square, for a list. */
  picture,
  ...reward,
  ...progress,
  received_at: Instant,
  submitted_at: v.nullable(Instant),
  /** Absent in older answers. */
  paid_at: v.optional(v.nullable(Instant)),
  fail_reason: v.nullable(v.string()),
})
/**
 * With `task_id` or `assignment_id`: `detail`. Without: a page of the record (rulings.md R9), `status` = review status.
 */
export const taskDetail = defineCall({
  method: 'GET',
  path: '/app/app/task/detail',
  access: 'private',
  request: v.pipe(
    v.strictObject({
      task_id: v.optional(Id),
      assignment_id: v.optional(Id),
      status: v.optional(v.pipe(v.string(), v.regex(/^[0-3]$/))),
      ...paging,
    }),
    v.check(query => !(query.task_id !== undefined && query.assignment_id !== undefined), 'invalid'),
  ),
  response: v.object({ detail: v.nullable(TaskDetail), record: v.nullable(definePagedList(TaskRecord)) }),
})

/** Required fields depend on the kind (`submit_fields`); at most five files. */
export const submitTask = defineCall({
  method: 'POST',
  path: '/app/app/task/submitting',
  access: 'private',
  errors: 'page',
  idempotency: 'optional',
  request: v.strictObject({
    assignment_id: Id,
    account_id: v.optional(Id),
    video_link: v.optional(VideoLink),
    username: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'too_long'))),
    homepage_link: v.optional(WebLink),
    file_ids: v.optional(v.pipe(v.array(Id), v.maxLength(5, 'too_long')), []),
    disclosure_confirmed: v.literal(true, 'disclosure_needed'),
  }),
  response: v.object({ review_status: v.number(), exec_status: v.number() }),
})

/**
 * Appeals the rejection of the last proof, once for each claimed task: another operator than the first decides. While
 * it is open no new proof can be sent. 409 where the proof was not rejected or an appeal exists.
 */
export const appealTask = defineCall({
  method: 'POST',
  path: '/app/app/task/appeal',
  access: 'private',
  errors: 'page',
  idempotency: 'optional',
  origin: 'addition',
  request: v.strictObject({
    assignment_id: Id,
    text: v.pipe(
      v.string('required'),
      v.trim(),
      v.minLength(1, 'required'),
      v.minLength(10, 'too_short'),
      v.maxLength(500, 'too_long'),
    ),
  }),
  response: v.object({ appeal: Appeal }),
})

/** A name on a platform, without the @ that people write before it: screens put one there. */
const SocialName = v.pipe(
  v.string('required'),
  v.transform(parseSocialName),
  v.minLength(1, 'required'),
  v.maxLength(100, 'too_long'),
)

/**
 * `challenge` must be in the profile's text while the account is bound, as evidence of ownership. The service finds
 * followers and age (rulings.md R9).
 */
export const BoundAccount = v.object({
  id: v.string(),
  platform: v.string(),
  username: v.string(),
  nickname: v.nullable(v.string()),
  description: v.nullable(v.string()),
  link: v.string(),
  avatar: v.nullable(v.string()),
  background: v.nullable(v.string()),
  fans: v.nullable(v.number()),
  reg_days: v.nullable(v.number()),
  bind_status: v.number(),
  fail_reason: v.nullable(v.string()),
  challenge: v.string(),
  created_at: Instant,
})
export type BoundAccount = v.InferOutput<typeof BoundAccount>
export const boundAccounts = defineCall({
  method: 'GET',
  path: '/app/app/bind_account',
  access: 'private',
  request: emptyRequest,
  response: v.object({
    list: v.array(BoundAccount),
    rules: v.object({ min_fans: v.number(), min_reg_days: v.number() }),
    /** A check is usually decided within so many minutes. */
    check_minutes: v.optional(v.number()),
    platforms: v.array(
      v.object({ code: v.string(), name: v.string(), hosts: v.array(v.string()), example: v.string() }),
    ),
  }),
})
export const bindAccount = defineCall({
  method: 'POST',
  path: '/app/app/bind_account',
  access: 'private',
  errors: 'page',
  idempotency: 'optional',
  /** `id` binds a failed one again. */
  request: v.strictObject({
    id: v.optional(Id),
    platform: v.pipe(v.string('required'), v.regex(/^[a-z]{2,20}$/, 'invalid')),
    username: SocialName,
    homepage_link: WebLink,
  }),
  response: v.object({ id: v.string(), bind_status: v.number(), challenge: v.string() }),
})
export const unbindAccount = defineCall({
  method: 'POST',
  path: '/app/app/unbind_account',
  access: 'private',
  errors: 'page',
  request: v.strictObject({ id: Id, confirm: v.literal(true, 'required') }),
  response: emptyResponse,
})
