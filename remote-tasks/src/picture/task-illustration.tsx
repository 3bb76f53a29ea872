import type { Picture } from '@adcoin/contract'
import { classNames, Icon } from '@adcoin/ui'
import { useState } from 'react'
import { findKindIcon } from '../status.tsx'
import styles from './picture.module.css'

type PictureProps = {
  /** Without one, the icon of the kind is shown. */
  picture: Picture | null | undefined
  kind: number
  shape: 'card' | 'wide'
}

/** The picture of a task in its final size; the icon of its kind if there is none or it fails to load. */
export function TaskIllustration({ picture, kind, shape }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const names = classNames(styles['picture'], styles[shape])
  if (!picture || failed === picture.webp)
    return (
      <span className={names} aria-hidden="true">
        <Icon name={findKindIcon(kind)} size={shape === 'card' ? 20 : 24} />
      </span>
    )
  return (
    <span className={names}>
      <TaskImage key={picture.avif} picture={picture} alt={picture.alt} onMissing={() => setFailed(picture.webp)} />
    </span>
  )
}

type ImageProps = { picture: Picture; alt: string; onMissing: () => void }

/**
 * A picture as AVIF, or as WebP where the browser has no AVIF. No `<picture>` element: Chromium leaks each one that
 * React removes, for the life of the page.
 */
export function TaskImage({ picture: { avif, webp, width, height }, alt, onMissing }: ImageProps) {
  const [isOld, setOld] = useState(false)
  return (
    <img
      src={isOld ? webp : avif}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => (isOld ? onMissing() : setOld(true))}
    />
  )
}
