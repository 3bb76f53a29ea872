import * as contract from '@adcoin/contract'
import { answer, type DefaultAnswer } from '../answer.ts'
import { listDaysTo } from './days.ts'
import { coins, inMinutes } from '../people.ts'

const coin = contract.coin
/** One Ad Coin is 0.35 pesos. */
const rate = { rate_num: '35', rate_den: '100' }
const limits = { min: coins(10), max: coins(50_000) }
const fee_bps = 200

/** Price and limits of the balance. */
export const moneyConfig: NonNullable<contract.Balance['config']> = {
  fee_bps,
  ...rate,
  payout_currency: 'MXN',
  payout_scale: 2,
  ...limits,
  pay_hours: 24,
  withdraw_enabled: true,
  frozen_until: null,
}

/** A withdrawal of an amount: fee rounded up, payout rounded down. */
export function createWithdrawal(minor: string, changes: Partial<contract.Withdrawal> = {}): contract.Withdrawal {
  const amount = BigInt(minor)
  const fee = contract.calculateFee(amount)
  const { status = 'awaiting_approval' } = changes
  return {
    id: 'wd_1',
    amount: minor,
    fee: String(fee),
    net: String(amount - fee),
    ...coin,
    payout: String(contract.calculatePayout(amount - fee, 35n, 100n)),
    payout_currency: 'MXN',
    payout_scale: 2,
    ...rate,
    status,
    status_text: 'Waiting for approval',
    payway_name: 'SPEI',
    bank_name: 'Banorte',
    account_mask: '•••• 0019',
    reason: null,
    eta_hours: 24,
    can_cancel: status === 'submitted' || status === 'awaiting_approval',
    created_at: inMinutes(-30),
    decided_at: null,
    ...changes,
  }
}

const balance = (): contract.Balance => ({
  amount: coins(1284.5),
  hold: coins(200),
  ...coin,
  version: 7,
  config: moneyConfig,
})

/** The one pay way of Mexico. */
export const spei: contract.ResponseOf<typeof contract.paywayCurrency>['list'][number] = {
  payway_id: 'w_spei',
  code: 'spei',
  name: 'SPEI',
  kind: 'bank',
  currency: 'MXN',
  scale: 2,
  country: 'MX',
  ...rate,
  fee_bps,
  ...limits,
  need_bank: true,
  fields: [
    {
      key: 'account',
      label: 'CLABE',
      regex: '^[0-9]{18}$',
      max: 18,
      check: 'clabe',
      example: '002010077777777771',
      inputmode: 'numeric',
    },
  ],
}

/** Ana's bank account. */
export const card: contract.UserPayway = {
  id: 'p_card',
  payway_id: 'w_spei',
  payway_name: 'SPEI',
  kind: 'bank',
  bank_name: 'Banorte',
  holder_name: 'Ana López',
  account_mask: '•••• 0019',
  currency: 'MXN',
  scale: 2,
  ...rate,
  fee_bps,
  ...limits,
  is_default: true,
  status: 'ready',
  created_at: '2026-01-05T10:00:00.000Z',
}

type Movement = contract.Statement['list'][number]

/** Newest first. */
const transactions: readonly Movement[] = [
  {
    id: 'x_3',
    direction: 'expense',
    kind: 'withdraw',
    title: 'Withdrawal',
    amount: `-${coins(200)}`,
    ...coin,
    balance_after: coins(1284.5),
    ref_id: 'wd_1',
    status: 'awaiting_approval',
    created_at: '2026-03-09T10:00:00.000Z',
  },
  {
    id: 'x_2',
    direction: 'income',
    kind: 'share_income',
    title: 'Team income',
    amount: coins(8.05),
    ...coin,
    balance_after: coins(1484.5),
    ref_id: null,
    friend: { user_id: 'u_diego', nick_name: 'Diego' },
    status: null,
    created_at: '2026-03-08T10:00:00.000Z',
  },
  {
    id: 'x_1',
    direction: 'income',
    kind: 'ad_income',
    title: 'Trail bottle review',
    amount: coins(120),
    ...coin,
    balance_after: coins(1476.45),
    ref_id: 'a_passed',
    status: null,
    created_at: '2026-03-07T10:00:00.000Z',
  },
]

/** Before the history that the other calls answer; newest first. */
const earlier: readonly Movement[] = [
  {
    id: 'x_0',
    direction: 'income',
    kind: 'share_income',
    title: 'Team income',
    amount: coins(76.45),
    ...coin,
    balance_after: coins(1356.45),
    ref_id: null,
    friend: { user_id: 'u_diego', nick_name: 'Diego' },
    status: null,
    created_at: '2026-02-20T10:00:00.000Z',
  },
  {
    id: 'x_00',
    direction: 'income',
    kind: 'ad_income',
    title: 'Desk lamp video',
    amount: coins(1280),
    ...coin,
    balance_after: coins(1280),
    ref_id: 'a_lamp',
    status: null,
    created_at: '2026-02-11T10:00:00.000Z',
  },
]

/**
 * Default answers of money: balance, history, accounts, withdrawals. What is withdrawn or cancelled changes the later
 * answers.
 */
export function createFinanceAnswers(): DefaultAnswer[] {
  let movements = transactions
  let money = balance()
  let log = [
    createWithdrawal(coins(200)),
    createWithdrawal(coins(100), {
      id: 'wd_0',
      status: 'paid',
      status_text: 'Paid',
      bank_reference: 'SPEI-7731',
      created_at: inMinutes(-9000),
      decided_at: inMinutes(-8000),
    }),
  ]
  return [
    answer(contract.balance, ({ fw }) => {
      const { config, ...plain } = money
      return fw === 'true' && config ? { ...plain, config } : plain
    }),
    answer(contract.userState, ({ days }) => ({
      coin_amount: money.amount,
      hold_amount: money.hold,
      today_income: coins(120),
      yesterday_income: coins(88.05),
      ad_income: coins(1400),
      share_income: coins(84.5),
      total_income: coins(1484.5),
      review_amount: coins(120),
      task_done_total: 14,
      time_zone: 'UTC',
      days: listDaysTo('2026-03-09', Number(days ?? 7)).map((day, index) => ({
        day,
        ad_income: coins(index * 20),
        share_income: coins(index),
      })),
    })),
    answer(contract.paywayCurrency, () => ({ list: [spei] })),
    answer(contract.transactionList, ({ type, kind }) => ({
      list: movements.filter(
        row =>
          (type === undefined || type === 'all' || row.direction === type) && (kind === undefined || row.kind === kind),
      ),
      next_cursor: null,
      has_more: false,
      month: { income: coins(128.05), expense: `-${coins(200)}` },
    })),
    answer(contract.userPaywayList, () => ({ list: [card] })),
    answer(contract.bankList, () => ({
      list: [
        { bank_id: 'bk_banorte', code: '072', name: 'Banorte', icon: null },
        { bank_id: 'bk_bbva', code: '012', name: 'BBVA México', icon: null },
      ],
    })),
    answer(contract.addPayway, () => ({ id: 'p_new' })),
    answer(contract.removePayway, () => ({})),
    answer(contract.defaultPayway, () => ({})),
    answer(contract.withdrawLog, ({ id, status }) => ({
      list: log.filter(row => (id === undefined || row.id === id) && (status === undefined || row.status === status)),
      next_cursor: null,
      has_more: false,
    })),
    answer(contract.withdrawRequest, ({ amount }) => {
      const withdrawal = createWithdrawal(amount, {
        id: 'wd_new',
        status: 'submitted',
        status_text: 'Submitted',
        created_at: inMinutes(0),
      })
      log = [withdrawal, ...log]
      money = move(money, -BigInt(amount))
      movements = [createMovement('withdraw', withdrawal, money), ...movements]
      return { withdrawal, balance: money }
    }),
    answer(contract.cancelWithdrawal, ({ id }) => {
      const known = log.find(row => row.id === id) ?? createWithdrawal(coins(200), { id })
      if (known.status === 'cancelled') return { withdrawal: known, balance: money }
      const withdrawal: contract.Withdrawal = {
        ...known,
        status: 'cancelled',
        status_text: 'Cancelled',
        can_cancel: false,
        decided_at: inMinutes(0),
      }
      log = log.map(row => (row.id === id ? withdrawal : row))
      money = move(money, BigInt(withdrawal.amount))
      movements = [
        createMovement('withdraw_refund', withdrawal, money),
        ...movements.map(row => (row.ref_id === id ? { ...row, status: 'cancelled' } : row)),
      ]
      return { withdrawal, balance: money }
    }),
    answer(contract.statement, ({ month }) => createStatement(month, [...movements, ...earlier].toReversed())),
  ]
}

function move(from: contract.Balance, coin: bigint): contract.Balance {
  return {
    ...from,
    amount: String(BigInt(from.amount) + coin),
    hold: String(BigInt(from.hold) - coin),
    version: from.version + 1,
  }
}

/** What a withdrawal took, or returned, a moment ago. */
function createMovement(
  kind: 'withdraw' | 'withdraw_refund',
  { id, amount, status }: contract.Withdrawal,
  after: contract.Balance,
): Movement {
  const takes = kind === 'withdraw'
  return {
    id: `x_${id}_${kind}`,
    direction: takes ? 'expense' : 'income',
    kind,
    title: takes ? 'Withdrawal' : 'Withdrawal returned',
    amount: takes ? `-${amount}` : amount,
    ...coin,
    balance_after: after.amount,
    ref_id: id,
    status: takes ? status : null,
    created_at: inMinutes(0),
  }
}

/** Of the movements, oldest first; the test person's months are those of UTC. */
function createStatement(month: string, movements: readonly Movement[]): contract.Statement {
  const monthOf = (row: Movement) => row.created_at.slice(0, 7)
  const sum = (rows: readonly Movement[], ...kinds: readonly string[]) =>
    rows
      .filter(row => kinds.length === 0 || kinds.includes(row.kind))
      .reduce((total, row) => total + BigInt(row.amount), 0n)
  const total = (rows: readonly Movement[]) => {
    const withdrawn = -sum(rows, 'withdraw', 'withdraw_refund')
    return {
      ad_income: String(sum(rows, 'ad_income')),
      share_income: String(sum(rows, 'share_income')),
      adjusted: String(sum(rows, 'adjust')),
      withdrawn: String(withdrawn),
      fees: String(contract.calculateFee(withdrawn)),
    }
  }
  const list = movements.filter(row => monthOf(row) === month)
  const opening = sum(movements.filter(row => monthOf(row) < month))
  return {
    month,
    time_zone: 'UTC',
    opening: String(opening),
    closing: String(opening + sum(list)),
    ...coin,
    list,
    next_cursor: null,
    totals: total(list),
    year: total(movements.filter(row => monthOf(row) <= month && monthOf(row).startsWith(month.slice(0, 4)))),
    months: [...new Set(movements.map(monthOf))].toReversed(),
  }
}
