import * as v from 'valibot'
import { defineCall, definePagedList, paging } from '../call.ts'
import { Id, Instant } from '../fields.ts'
import { Currency, MinorUnits } from '../money.ts'

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
    /**
     * `in_review` waits for a decision, which usually comes within `review_minutes`; `to_send` for the person, also
     * after a refusal. Older services leave it out.
     */
    today: v.object({
      received: v.number(),
      limit: v.number(),
      submitted: v.number(),
      passed: v.number(),
      in_review: v.optional(v.number()),
      to_send: v.optional(v.number()),
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
