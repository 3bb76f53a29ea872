import { withdrawalStatuses } from '@adcoin/contract'
import { Pill } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

const pills = {
  submitted: { tone: 'info', shape: 'run' },
  awaiting_approval: { tone: 'warn', shape: 'half' },
  paid: { tone: 'good', shape: 'ok' },
  rejected: { tone: 'bad', shape: 'bad' },
  cancelled: { tone: 'idle', shape: 'stop' },
  other: { tone: 'idle', shape: 'none' },
} as const

export function WithdrawalPill({ status }: { status: string }) {
  const t = useT()
  const shown = findShownStatus(status)
  return <Pill {...pills[shown]}>{t(`withdraw.pill.${shown}`)}</Pill>
}

export const findShownStatus = (status: string) => withdrawalStatuses.find(listed => listed === status) ?? 'other'
