import type { CSSProperties } from 'react'
import { useLanguage } from '@adcoin/i18n'
import { formatCash, formatCoin } from '@adcoin/i18n/formats'
import { CoinGlyph } from '../icons/logo.tsx'
import { useUiText } from '../texts.ts'
import { classNames } from '../class-names.ts'

type AmountProps = {
  /** Minor units as a decimal string; a minus in it is an expense. */
  minor: string
  size?: 'body' | 'middle' | 'big' | undefined
  /** `always` puts a plus before income, in green; `plain` only the plus. Spending is never red. */
  sign?: 'always' | 'plain' | 'auto' | undefined
  /** ISO 4217; without it the amount is Ad Coin and carries the coin. */
  currency?: string | undefined
  /** Decimals of the currency. */
  scale?: number | undefined
}

/** Money: sign, coin, number with two decimals in the language's format; screen readers hear "Ad Coin". */
export function Amount({ minor, size = 'body', sign = 'auto', currency, scale = 2 }: AmountProps) {
  const t = useUiText()
  const language = useLanguage()
  const isExpense = minor.startsWith('-')
  const isIncome = sign !== 'auto' && !isExpense && minor !== '0'
  const absolute = isExpense ? minor.slice(1) : minor
  const text = currency ? formatCash({ amount: absolute, currency, scale }, language) : formatCoin(absolute, language)
  const [, whole, decimals] = /^(.*?)([^\p{Nd}]\p{Nd}+)?$/u.exec(text) ?? [text, text, '']
  return (
    <span
      className={classNames(
        'ac-amt',
        size === 'big' && 'ac-amt--big',
        size === 'middle' && 'ac-amt--mid',
        isIncome && sign === 'always' && 'ac-amt--in',
      )}
      style={size === 'big' ? ({ '--len': text.length + (isIncome || isExpense ? 1 : 0) } as CSSProperties) : undefined}
    >
      {(isExpense || isIncome) && <span>{isExpense ? '−' : '+'}</span>}
      {!currency && <CoinGlyph />}
      <span>
        {currency ? text : whole}
        {!currency && decimals && <span className="ac-amt__d">{decimals}</span>}
      </span>
      {!currency && <span className="ac-sr"> {t('coin')}</span>}
    </span>
  )
}
