import { type CSSProperties, useEffect, useRef, useState, type ComponentProps } from 'react'
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

/**
 * Money: sign, coin, number with two decimals in the language's format; screen readers hear "Ad Coin". A translator of
 * the browser leaves it alone: it would put nodes of its own in place of those that React writes new figures into.
 */
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
      translate="no"
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

type AmountTextProps = {
  text: string
  /** As they are in the text, formatted. */
  amounts: readonly string[]
}

/** A sentence with amounts in it. A translator of the browser leaves these alone, as those of `Amount`. */
export function AmountText({ text, amounts }: AmountTextProps) {
  const patterns = amounts.map(amount => amount.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  // The amounts are every second part; with other words around them it is another element.
  const parts = text.split(new RegExp(`(${patterns.join('|')})`))
  return (
    <span key={parts.filter((_, index) => index % 2 === 0).join()}>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} translate="no">
            {part}
          </span>
        ),
      )}
    </span>
  )
}

const countMs = 900

/** An amount that counts up when it grows while it is visible. With reduced motion the new one is shown at once. */
export function CountingAmount({ minor, ...rest }: ComponentProps<typeof Amount>) {
  const [shown, setShown] = useState(minor)
  const from = useRef(minor)
  useEffect(() => {
    const begin = BigInt(from.current)
    const grows = BigInt(minor) - begin
    from.current = minor
    if (grows <= 0n || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return setShown(minor)
    let frame = 0
    const since = performance.now()
    const step = (now: number): void => {
      const share = Math.min(Math.max(now - since, 0) / countMs, 1)
      // Slower towards the end, so that the last figures can be read.
      const thousandths = BigInt(Math.round((1 - (1 - share) ** 3) * 1000))
      setShown(String(begin + (grows * thousandths) / 1000n))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [minor])
  return <Amount minor={shown} {...rest} />
}
