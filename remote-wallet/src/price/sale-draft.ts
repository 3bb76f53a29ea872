import { defineDraft } from '@adcoin/remote/pages'
import { useState } from 'react'
import * as v from 'valibot'

/** The amount as typed, and the account that receives the payout. Survives reloads and detours (rulings.md R5). */
const Sale = v.object({ typed: v.string(), accountId: v.string() })
type Sale = v.InferOutput<typeof Sale>

export const saleDraft = defineDraft({ owner: 'wallet', name: 'sell', version: 1, schema: Sale })

/** Saves each change at once: an effect could overwrite newer input with what was read at the first render. */
export function useSale(): [Sale, (change: Partial<Sale>) => void] {
  const [sale, setSale] = useState(readSale)
  const change = (part: Partial<Sale>) => {
    const next = { ...sale, ...part }
    setSale(next)
    saleDraft.save(next)
  }
  return [sale, change]
}

const readSale = (): Sale => saleDraft.read() ?? { typed: '', accountId: '' }

/** Continues a sale with the account that was just added. */
export function chooseForSale(accountId: string): void {
  saleDraft.save({ ...readSale(), accountId })
}
