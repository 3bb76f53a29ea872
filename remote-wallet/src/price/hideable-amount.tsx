import { Amount } from '@adcoin/ui/pages'
import type { ComponentProps } from 'react'
import { useT } from '../texts.ts'

type HideableAmountProps = Pick<ComponentProps<typeof Amount>, 'minor' | 'sign'> & { isHidden: boolean }

/** An amount on a screen where the person can hide all amounts. */
export function HideableAmount({ isHidden, ...amount }: HideableAmountProps) {
  const t = useT()
  if (!isHidden) return <Amount {...amount} />
  return (
    <span role="img" aria-label={t('money.hidden')}>
      ••••
    </span>
  )
}
