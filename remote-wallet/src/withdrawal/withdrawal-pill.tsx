import { withdrawalStatuses } from '@adcoin/contract'
import { Pill } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

const pills = {
  submitted: { tone: 'info', shape: 'run' },
  awaiting_approval: { tone: 'warn', shape: 'half' },
  rejected: { tone: 'bad', shape: 'bad' },
  cancelled: { tone: 'idle', shape: 'stop' },
  other: { tone: 'idle', shape: 'none' },
} as const

/** A pill, but for what is paid: the good end is a word like any other. */
export function WithdrawalState({ status }: { status: string }) {
  const t = useT()
  const shown = findShownStatus(status)
  const word = t(`withdraw.pill.${shown}`)
  return shown === 'paid' ? word : <Pill {...pills[shown]}>{word}</Pill>
}

export const findShownStatus = (status: string) => withdrawalStatuses.find(listed => listed === status) ?? 'other'
