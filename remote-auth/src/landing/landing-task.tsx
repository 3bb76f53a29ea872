import { formatPercent } from '@adcoin/i18n/formats'
import { Amount } from '@adcoin/ui/pages'
import { useAbout } from '../about/use-about.ts'
import { useT } from '../texts.ts'
import { TaskToCome } from './task-to-come.tsx'

/** A task of today and what it is worth, as its screen shows it; nothing where none is open or no answer came. */
export function Page() {
  const t = useT()
  const { data, isError } = useAbout()
  if (!data) return isError ? null : <TaskToCome />
  const { example, pay_within_hours: hours } = data
  if (!example?.task) return null
  const { task, amount, scale, fee_bps, payout, worth = payout, payout_currency, payout_scale } = example
  const title = t('landing.task')
  const fee = formatPercent(fee_bps / 10_000)
  return (
    <section className="ac-card" aria-label={title}>
      <h2 className="ac-small ac-2">{title}</h2>
      <div className="ac-hstack ac-stack--3">
        {task.picture && <img src={task.picture.webp} alt={task.picture.alt} width="40" height="40" />}
        <div className="ac-grow">
          <p className="ac-med">{task.title}</p>
          <p className="ac-small ac-2">{t('about.minutes', { count: task.minutes })}</p>
        </div>
        <p className="ac-landing__pay">
          <b>
            <Amount minor={worth} currency={payout_currency} scale={payout_scale} />
          </b>
          <span className="ac-small ac-2">
            <Amount minor={amount} scale={scale} />
          </span>
        </p>
      </div>
      <p className="ac-small ac-2">
        {hours === null ? t('landing.fee', { fee }) : t('landing.paid', { count: hours, fee })}
      </p>
    </section>
  )
}
