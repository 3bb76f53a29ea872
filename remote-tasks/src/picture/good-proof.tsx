import { classNames, Icon } from '@adcoin/ui'
import { useState } from 'react'
import type { TaskDetail } from '@adcoin/contract'
import styles from './picture.module.css'
import { SentenceWith } from '../reward.tsx'
import { useT } from '../texts.ts'
import { TaskImage } from './task-illustration.tsx'
import { WebAddress } from './web-address.tsx'

type FileProps = {
  file: { readonly url: string; readonly mime: string } | undefined
  alt?: string | undefined
}

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
          <TaskImage picture={picture} alt={t('proof.drawing')} onMissing={() => setMissing(true)} />
        </span>
      ) : null}
      <figcaption className="ac-grow">
        {example && !isLink ? <p className="ac-med">{example}</p> : null}
        {picture ? <p>{picture.alt}</p> : null}
        {isLink ? (
          <p className="ac-small ac-2">
            <SentenceWith text={t('proof.link', { example: '|' })}>
              <WebAddress>{example}</WebAddress>
            </SentenceWith>
          </p>
        ) : null}
      </figcaption>
    </figure>
  )
}

/** An icon for a video, and for a picture whose address is unknown. */
export function FileThumb({ file, alt = '' }: FileProps) {
  const [failed, setFailed] = useState<string>()
  const isPicture = file?.mime.startsWith('image/') ?? false
  return (
    <span className={classNames(styles['picture'], styles['screen'])}>
      {file && isPicture && failed !== file.url ? (
        <img src={file.url} alt={alt} width={56} height={84} onError={() => setFailed(file.url)} />
      ) : (
        <Icon name={file && !isPicture ? 'video' : 'image'} size={20} />
      )}
    </span>
  )
}
