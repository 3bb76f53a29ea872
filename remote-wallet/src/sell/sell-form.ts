import { useEffect, useState } from 'react'
import { dropDraft, readDraft, saveDraft } from '@adcoin/session'

/** What a person has begun to sell: the amount as typed, and the account it goes to. Kept over reloads and detours (ruling R5). */
export type Selling = { typed: string; accountId: string }

const route = 'sell'

export function readSelling(): Selling {
  const kept = readDraft(route)
  const { typed, accountId } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<
    Record<keyof Selling, unknown>
  >
  return { typed: typeof typed === 'string' ? typed : '', accountId: typeof accountId === 'string' ? accountId : '' }
}

export function dropSelling(): void {
  dropDraft(route)
}

export function useSelling(): [Selling, (change: Partial<Selling>) => void] {
  const [selling, setSelling] = useState(readSelling)
  useEffect(() => saveDraft(route, selling), [selling])
  return [selling, change => setSelling(before => ({ ...before, ...change }))]
}

/** For the detour to a new account: the sale that was begun goes on with it. */
export function chooseForSale(accountId: string): void {
  saveDraft(route, { ...readSelling(), accountId })
}
