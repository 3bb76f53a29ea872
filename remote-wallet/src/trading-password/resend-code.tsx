import { formatDuration } from '@adcoin/i18n/formats'
import { TextLink } from '@adcoin/ui'
import { useT } from '../texts.ts'

type ResendCodeProps = {
  send: () => void
  isRunning: boolean
  /** Seconds until another code can be sent. */
  left: number
  isFirst: boolean
}

/** Beside the label of the code: sends one, or counts down to the next. */
export function ResendCode({ send, isRunning, left, isFirst }: ResendCodeProps) {
  const t = useT()
  if (isRunning) return <span className="ac-2">{t('withdraw.sending')}</span>
  if (left > 0) return <span className="ac-2 ac-num">{t('withdraw.newCodeIn', { time: formatDuration(left) })}</span>
  return <TextLink onClick={send}>{t(isFirst ? 'withdraw.sendCode' : 'withdraw.newCode')}</TextLink>
}
