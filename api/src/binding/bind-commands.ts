import { normaliseNickname } from '@adcoin/contract'
import { Refusal } from '../refusals/refusal.ts'
import {
  readOnlyArgument,
  readTextFlag,
  UsageProblem,
  type OperatorInput,
  describePersonState,
} from '../operators/operators.ts'
import type { Services } from '../services.ts'
import { readSetting } from '../settings/settings.ts'
import { requireReason } from '../tasks/task-commands.ts'
import { decideBinding, type BindVerdict } from './decide-binding.ts'

/** Operators' commands for social accounts: without a configured verifier, operators verify them. */
export function bindCommands(services: Services): void {
  const { operators } = services
  operators.command({
    name: 'bind list',
    usage: '',
    help: 'Lists social accounts that wait for a decision, oldest first',
    page: 'look',
    run: async () => waiting(services),
  })
  operators.command({
    name: 'bind pass',
    usage: '<account> [--fans N] [--days N] [--nickname TEXT] [--description TEXT] [--anyway]',
    help: 'Binds a social account; the flags record its profile. Below the minimums, --anyway is required',
    page: 'act',
    role: 'review',
    run: async input => pass(services, input),
  })
  operators.command({
    name: 'bind fail',
    usage: '<account> --reason TEXT|@CODE',
    help: 'Rejects a social account; the person sees the reason',
    page: 'act',
    role: 'review',
    run: async input =>
      decide(services, input, { binds: false, reason: requireReason('bind', input), profile: undefined }),
  })
}

async function pass(services: Services, input: OperatorInput): Promise<unknown> {
  const profile = profileOf(input)
  const { min_fans, min_reg_days } = await readSetting(services.database.read, 'bind_rules')
  const isBelow = (profile.fans ?? min_fans) < min_fans || (profile.regDays ?? min_reg_days) < min_reg_days
  if (isBelow && input.flags['anyway'] === undefined)
    throw new UsageProblem(
      `the minimums are ${min_fans} followers and ${min_reg_days} days; --anyway binds an account below them`,
    )
  return decide(services, input, { binds: true, profile })
}

function profileOf(input: OperatorInput): { fans?: number; regDays?: number; nickname?: string; description?: string } {
  const [fans, regDays] = [wholeFlag(input, 'fans'), wholeFlag(input, 'days')]
  const [nickname, description] = [readTextFlag(input, 'nickname'), readTextFlag(input, 'description')]
  return {
    ...(fans === undefined ? {} : { fans }),
    ...(regDays === undefined ? {} : { regDays }),
    ...(nickname === undefined ? {} : { nickname: normaliseNickname(nickname) }),
    ...(description === undefined ? {} : { description: normaliseNickname(description) }),
  }
}

function wholeFlag(input: OperatorInput, name: string): number | undefined {
  const value = readTextFlag(input, name)
  if (value === undefined) return undefined
  if (!/^[0-9]{1,9}$/.test(value)) throw new UsageProblem(`--${name} needs a whole number`)
  return Number(value)
}

async function decide({ database, now }: Services, input: OperatorInput, verdict: BindVerdict): Promise<unknown> {
  const id = readOnlyArgument(input, 'account')
  return database.transaction(async tx => {
    if (!(await decideBinding(tx, { id }, verdict, input.by, now()))) {
      const exists = await tx.selectFrom('bind_account').select('id').where('public_id', '=', id).executeTakeFirst()
      throw new Refusal(exists ? 'conflict' : 'not_found')
    }
    return { account: id, binding: verdict.binds ? 'bound' : 'failed' }
  })
}

async function waiting({ database, now }: Services): Promise<unknown> {
  const rows = await database.read
    .selectFrom('bind_account')
    .innerJoin('app_user', 'app_user.id', 'bind_account.user_id')
    .select([
      'bind_account.public_id',
      'app_user.public_id as user_id',
      'app_user.status',
      'app_user.withdraw_frozen_until',
      'bind_account.platform',
      'bind_account.username',
      'bind_account.link',
      'bind_account.challenge',
      'bind_account.verify_asks as asked',
      'bind_account.verify_said as provider_said',
      'bind_account.created_at',
    ])
    .where('bind_account.status', '=', 1)
    .orderBy('bind_account.id')
    .limit(100)
    .execute()
  return rows.map(({ public_id, created_at, status, withdraw_frozen_until, ...row }) => ({
    account: public_id,
    person_state: describePersonState({ status, withdraw_frozen_until }, now()),
    ...row,
    created_at: created_at.toISOString(),
  }))
}
