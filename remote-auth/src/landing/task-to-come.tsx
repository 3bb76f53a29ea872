import { Skeleton } from '@adcoin/ui'
import { useT } from '../texts.ts'

export function TaskToCome() {
  const t = useT()
  return (
    <div className="ac-card">
      <h2 className="ac-small ac-2">{t('landing.task')}</h2>
      <Skeleton />
    </div>
  )
}
