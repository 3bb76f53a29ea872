import { withdrawalStatuses } from '@adcoin/contract'
import { Pill } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

const looks = {
  submitted: { tone: 'info', shape: 'run' },
  awaiting_approval: { tone: 'warn', shape: 'half' },
  paid: { tone: 'good', shape: 'ok' },
  rejected: { tone: 'bad', shape: 'bad' },
  other: { tone: 'idle', shape: 'none' },
} as const

export function WithdrawalPill({ status }: { status: string }) {
  const t = useT()
  const known = withdrawalStatuses.find(one => one === status) ?? 'other'
  return <Pill {...looks[known]}>{t(`withdraw.pill.${known}`)}</Pill>
}
