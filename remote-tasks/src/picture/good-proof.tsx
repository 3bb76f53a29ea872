import type { TaskDetail } from '@adcoin/contract'
import { useState } from 'react'
import { useT } from '../texts.ts'
import styles from './picture.module.css'
import { Image } from './task-picture.tsx'

/** An example of good proof: a drawing, and what a reviewer looks for. */
export function GoodProof({ task: { example, example_picture: picture } }: { task: TaskDetail }) {
  const t = useT()
  const [isMissing, setMissing] = useState(false)
  const isLink = example !== null && /^https?:/.test(example)
  if (!picture && !example) return null
  return (
    <figure className={`ac-card ${styles['proof']}`}>
      {picture && !isMissing ? (
        <span className={styles['drawing']}>
          <Image picture={picture} alt={t('proof.drawing')} loading="lazy" onMissing={() => setMissing(true)} />
        </span>
      ) : null}
      <figcaption className="ac-grow">
        {example && !isLink ? <p className="ac-med">{example}</p> : null}
        {picture ? <p>{picture.alt}</p> : null}
        {isLink ? <p className={`ac-small ac-2 ${styles['address']}`}>{t('proof.link', { example })}</p> : null}
      </figcaption>
    </figure>
  )
}
