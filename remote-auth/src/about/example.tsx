import type { about, ResponseOf } from '@adcoin/contract'
import { formatPercent } from '@adcoin/i18n/formats'
import { Amount, List, Receipt, Row, Section } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import styles from './about.module.css'

type About = ResponseOf<typeof about>
type ExampleProps = { title: string; example: NonNullable<About['example']>; hours: number | null }

/** A task of today, and the receipt of what it brings at the price of now. */
export function Example({ title, example, hours }: ExampleProps) {
  const t = useT()
  const { amount, fee, fee_bps, scale, payout, payout_currency, payout_scale, task } = example
  return (
    <Section title={title}>
      {task && (
        <List label={title}>
          <Row
            icon={
              task.picture
                ? { picture: <img className={styles['picture']} src={task.picture.webp} alt={task.picture.alt} /> }
                : undefined
            }
            title={task.title}
            note={t('about.minutes', { count: task.minutes })}
            end={<Amount minor={amount} scale={scale} sign="always" />}
          />
        </List>
      )}
      <Receipt
        label={title}
        rows={[
          { label: t('about.sold'), value: <Amount minor={amount} scale={scale} /> },
          {
            label: t('about.fee', { fee: formatPercent(fee_bps / 10_000) }),
            value: <Amount minor={`-${fee}`} scale={scale} />,
          },
          {
            label: t('about.receive'),
            value: <Amount minor={payout} currency={payout_currency} scale={payout_scale} />,
            strong: true,
          },
        ]}
      >
        <p className="ac-small ac-2">{t('about.ofNow')}</p>
        {hours !== null && <p className="ac-small ac-2">{t('about.within', { count: hours })}</p>}
      </Receipt>
    </Section>
  )
}
