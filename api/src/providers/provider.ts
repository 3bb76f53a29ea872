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

export type Payout = { readonly id: string; readonly payout: bigint; readonly currency: string; readonly scale: number }
/**
 * Called once for each approval, whatever happens. `unknown` (an error too) never returns coin by itself; an operator
 * decides.
 */
export type PayoutProvider = { send(payout: Payout): Promise<'sent' | 'unknown'> }

export type Providers = {
  /** Null: messages stay in the outbox, where an operator reads them; for evaluation and tests. */
  readonly sms: MessageProvider | null
  readonly email: MessageProvider | null
  /** Null: an operator pays and says so. */
  readonly payout: PayoutProvider | null
}
