import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { Amount } from './amount.tsx'

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
