import type { Picture } from '@adcoin/contract'
import { useState } from 'react'

type ImageProps = { picture: Picture; alt: string; loading: 'eager' | 'lazy'; onMissing: () => void }

/**
 * A picture as AVIF, as WebP where the browser cannot draw that. Without `<picture>`: Chromium keeps each of those that
 * React makes and throws away again, with all that hangs on it, for as long as the page lives.
 */
export function Image({ picture: { avif, webp, width, height }, alt, loading, onMissing }: ImageProps) {
  const [isOld, setOld] = useState(false)
  return (
    <img
      src={isOld ? webp : avif}
      width={width}
      height={height}
      alt={alt}
      loading={loading}
      decoding="async"
      onError={() => (isOld ? onMissing() : setOld(true))}
    />
  )
}
