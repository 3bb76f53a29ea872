/** A text that leaves the service. `reference` makes a repeated sending recognisable where the other side can. */
export type OutgoingMessage = {
  readonly dest: string
  readonly subject: string
  readonly text: string
  readonly reference: string
}

/**
 * Sends one message and answers the other side's reference. It may be called again with the same reference after a
 * kill.
 */
export type MessageProvider = { send(message: OutgoingMessage): Promise<string | null> }

/** Destination of a payout: the pay way, the bank if there is one, the account as the person gave it. */
type PayoutDestination = {
  readonly payway: string
  readonly bank: { readonly id: string; readonly name: string } | null
  readonly holder: string
  readonly fields: Readonly<Record<string, string>>
}

/** `key` is the same for every request about one payout; `amount` in minor units of the currency. */
export type PayoutQuestion = { readonly key: string; readonly amount: bigint; readonly currency: string }
export type Payout = PayoutQuestion & {
  readonly scale: number
  readonly destination: PayoutDestination
}

/**
 * `accepted`: it will be paid or fail. `paid`, `failed`: final. `absent`: the provider does not know the key.
 * `unknown`: no answer; it never pays or returns coin. The text is for operators.
 */
export type PayoutAnswer = {
  readonly state: 'accepted' | 'paid' | 'failed' | 'absent' | 'unknown'
  readonly reference: string | null
  readonly said: string | null
}

/** The provider pays a key once, however often it is sent, and knows it for seven days at least. */
export type PayoutProvider = {
  /** @throws ProviderPaused while it is not asked, because it did not answer */
  requireAvailable(): void
  send(payout: Payout): Promise<PayoutAnswer>
  ask(payout: PayoutQuestion): Promise<PayoutAnswer>
}

export type Providers = {
  /** Null: messages stay in the outbox, where an operator reads them; for evaluation and tests. */
  readonly sms: MessageProvider | null
  readonly email: MessageProvider | null
  /** Null: an operator pays and records it. */
  readonly payout: PayoutProvider | null
}
