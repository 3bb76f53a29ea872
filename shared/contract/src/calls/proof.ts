import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { Id, WebLink, VideoLink } from '../fields.ts'
import { Appeal } from './tasks.ts'

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
