import { Hint } from '@adcoin/ui'
import { useT } from '../texts.ts'
import type { Confirming } from './use-confirm.ts'

/** Why the request was not placed, or that nobody knows yet whether it was. */
export function ProblemHint({ problem }: Pick<Confirming, 'problem'>) {
  const t = useT()
  if (!problem) return null
  return (
    <Hint tone="bad" icon="alert" announce>
      {problem.isUnanswered ? (
        <>
          <b>{t('withdraw.checking')}.</b> {t('withdraw.checkingNote')}
        </>
      ) : (
        problem.text
      )}
    </Hint>
  )
}
