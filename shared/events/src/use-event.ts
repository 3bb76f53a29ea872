import type { EventName } from '@adcoin/contract'
import { useEffect, useRef } from 'react'
import type { Handler } from './delivery.ts'
import { bus } from './events.ts'

/** Hears an event while the component is mounted; always calls the handler of the latest render. */
export function useEvent<Name extends EventName>(name: Name, handler: Handler<Name>): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => bus.on(name, payload => latest.current(payload)), [name])
}
