import type { Picture } from '@adcoin/contract'
import { classNames, Icon } from '@adcoin/ui'
import { useState } from 'react'
import { kindIcon } from '../status/kinds.ts'
import { Image } from './image.tsx'
import styles from './picture.module.css'

type PictureProps = {
  /** None, or none yet: then the kind's icon stands on its ground. */
  picture: Picture | null | undefined
  kind: number
  /** Beside a title, or across the top of a screen, where it is seen at once. */
  shape: 'card' | 'wide'
}

/**
 * A task's picture in its final size from the start; without one, or where it does not arrive, the icon of its kind.
 */
export function TaskPicture({ picture, kind, shape }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const names = classNames(styles['picture'], styles[shape])
  if (!picture || failed === picture.webp)
    return (
      <span className={names} aria-hidden="true">
        <Icon name={kindIcon(kind)} size={shape === 'card' ? 20 : 24} />
      </span>
    )
  return (
    <span className={names}>
      <Image
        key={picture.avif}
        picture={picture}
        alt={picture.alt}
        loading={shape === 'wide' ? 'eager' : 'lazy'}
        onMissing={() => setFailed(picture.webp)}
      />
    </span>
  )
}
