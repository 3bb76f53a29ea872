import * as v from 'valibot'
import { defineCall, emptyRequest } from '../call.ts'
import { Instant } from '../fields.ts'

export const bindStatuses = { notBound: 0, binding: 1, bound: 2, failed: 3 } as const

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
