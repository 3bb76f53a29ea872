import { defineDraft } from '@adcoin/remote/pages'
import { useEffect, useState } from 'react'
import * as v from 'valibot'

/**
 * What a person has begun to sell: the amount as typed, and the account it goes to. Kept over reloads and detours
 * (rulings.md R5).
 */
const Selling = v.object({ typed: v.string(), accountId: v.string() })
export type Selling = v.InferOutput<typeof Selling>

export const saleDraft = defineDraft({ owner: 'wallet', name: 'sell', version: 1, schema: Selling })

function readSelling(): Selling {
  return saleDraft.read() ?? { typed: '', accountId: '' }
}

export function useSelling(): [Selling, (change: Partial<Selling>) => void] {
  const [selling, setSelling] = useState(readSelling)
  useEffect(() => saleDraft.save(selling), [selling])
  return [selling, change => setSelling(before => ({ ...before, ...change }))]
}

/** For the detour to a new account: the sale that was begun goes on with it. */
export function chooseForSale(accountId: string): void {
  saleDraft.save({ ...readSelling(), accountId })
}
