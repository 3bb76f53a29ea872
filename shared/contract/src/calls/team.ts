import * as v from 'valibot'
import { defineCall, definePagedList, paging } from '../call.ts'
import { Id, Instant } from '../fields.ts'
import { MinorUnits } from '../money.ts'
import { chartDays } from './finance.ts'

/**
 * `income`: what the caller earned through this member, Ad Coin minor units. `level` 1 direct, 2 indirect. No phone, no
 * e-mail.
 */
export const TeamMember = v.object({
  user_id: v.string(),
  nick_name: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  level: v.number(),
  team_num: v.number(),
  income: MinorUnits,
  is_active: v.boolean(),
  joined_at: Instant,
})
export type TeamMember = v.InferOutput<typeof TeamMember>
/** The caller's own subtree only; `user_id` searches in it. */
export const agentQuery = defineCall({
  method: 'GET',
  path: '/app/agent/query',
  access: 'private',
  request: v.strictObject({ user_id: v.optional(Id), level: v.optional(v.picklist(['1', '2'])), ...paging }),
  response: v.object({
    ...definePagedList(TeamMember).entries,
    total_team_num: v.number(),
    receive_task_total: v.number(),
  }),
})

/** The fields of a friend in the list of members, and no more; `joined_day` in the caller's time zone. */
const TeamFriend = v.object({
  ...v.pick(TeamMember, ['user_id', 'nick_name', 'avatar', 'level', 'income']).entries,
  joined_day: v.string(),
})
export type TeamFriend = v.InferOutput<typeof TeamFriend>

/**
 * Active = received or sent a task today; days are the caller's own, in `time_zone`. `growth`: team size at the end of
 * each of the last 6 weeks, oldest first; with `days`, at the end of each of so many days. `friends`, with `days` only:
 * who joined in them, or brought something in them (`income`), who brought most first; at most 50.
 */
export const AgentState = v.object({
  total_team_num: v.number(),
  active_today: v.number(),
  direct_num: v.number(),
  indirect_num: v.number(),
  promotion_total: MinorUnits,
  promotion_yesterday: MinorUnits,
  receive_task_total: v.number(),
  growth: v.array(v.object({ day: v.string(), team_num: v.number() })),
  friends: v.optional(v.array(TeamFriend)),
  time_zone: v.optional(v.string()),
})
export const agentState = defineCall({
  method: 'GET',
  path: '/app/state/agent',
  access: 'private',
  request: v.strictObject({ days: v.optional(v.picklist(chartDays)) }),
  response: AgentState,
})
