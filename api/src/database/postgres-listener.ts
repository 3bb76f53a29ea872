import pg from 'pg'
import type { Hearing } from './engine.ts'

const retryMs = { first: 250, longest: 10_000 }

/**
 * A connection of its own for NOTIFY. A lost one is opened again, and notifications of the meantime count as missed.
 */
export async function listenOnPostgres(
  url: string,
  hearing: Hearing,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let [client, timer, isOver]: [pg.Client | undefined, NodeJS.Timeout | undefined, boolean] = [
    undefined,
    undefined,
    false,
  ]

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'adcoin-api-listen', keepAlive: true })
    // A failure before it is connected rejects below.
    let isStanding = false
    const lost = (error?: Error): void => {
      if (!isStanding || isOver) return
      isStanding = false
      hearing.lost?.()
      if (error) onError(error)
      void next.end().catch(() => undefined)
      again(retryMs.first)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', ({ channel, payload = '' }) => hearing.heard(channel, payload))
    await next.connect()
    for (const channel of hearing.channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    isStanding = true
    client = next
  }

  function again(waitMs: number): void {
    timer = setTimeout(() => {
      open().then(hearing.missed, (error: Error) => {
        onError(error)
        if (!isOver) again(Math.min(waitMs * 2, retryMs.longest))
      })
    }, waitMs)
  }

  await open()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}
