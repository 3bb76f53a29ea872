import * as v from 'valibot'
import { defineCall, emptyResponse } from '../call.ts'
import { Id, WebLink } from '../fields.ts'
import { parseSocialName } from '../social.ts'

/** A name on a platform, without the @ that people write before it: screens put one there. */
const SocialName = v.pipe(
  v.string('required'),
  v.transform(parseSocialName),
  v.minLength(1, 'required'),
  v.maxLength(100, 'too_long'),
)

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
