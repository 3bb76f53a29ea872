import { useEffect, useState } from 'react'

/**
 * Listens by Server-Sent Events for changes of the store, by any author.
 *
 * @returns whether it is connected: without a connection the shown data may be old, and the page shows that
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
