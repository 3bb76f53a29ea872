import { defineDraft } from '@adcoin/remote/pages'
import { useState } from 'react'
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

/**
 * What is changed is kept at once, and nothing else is written: an effect would write what was read when the screen
 * began to be drawn over what somebody has typed since.
 */
export function useSelling(): [Selling, (change: Partial<Selling>) => void] {
  const [selling, setSelling] = useState(readSelling)
  const change = (part: Partial<Selling>) => {
    const next = { ...selling, ...part }
    setSelling(next)
    saleDraft.save(next)
  }
  return [selling, change]
}

/** For the detour to a new account: the sale that was begun goes on with it. */
export function chooseForSale(accountId: string): void {
  saleDraft.save({ ...readSelling(), accountId })
}
