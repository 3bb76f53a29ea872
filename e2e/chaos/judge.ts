/** A person's own knowledge of their money. */
export type KnownMoney = {
  readonly name: string
  /** Rewards of proofs that passed, minor units. */
  readonly earned: bigint
  /** Withdrawn, minor units. */
  readonly sold: bigint
  readonly withdrawals: number
}

/** The service's amounts. */
export type MoneyReport = { readonly amount: string; readonly hold: string; readonly withdrawals: number }

/** Why the two differ, or undefined. */
export function judgeMoney(known: KnownMoney, answer: MoneyReport): string | undefined {
  const { name, earned, sold, withdrawals } = known
  if (answer.withdrawals !== withdrawals)
    return `${name} made ${withdrawals} withdrawals, the service has ${answer.withdrawals} withdrawals`
  if (BigInt(answer.amount) !== earned - sold)
    return `${name} has ${earned - sold} (${earned} earned, ${sold} sold), the service returns ${answer.amount}`
  if (BigInt(answer.hold) > sold) return `${name} sold ${sold}, the service holds ${answer.hold}`
  return undefined
}
