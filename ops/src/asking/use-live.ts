import { useEffect, useState } from 'react'

/**
 * Hears by Server-Sent Events that the store has changed, whoever changed it.
 *
 * @returns whether the connection stands: without it what is shown may be old, and the page says so
 */
export function useLive(onChange: () => void): boolean {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const source = new EventSource('/api/live')
    source.addEventListener('changed', onChange)
    source.addEventListener('open', () => setOpen(true))
    source.addEventListener('error', () => setOpen(false))
    return () => source.close()
  }, [onChange])
  return isOpen
}
