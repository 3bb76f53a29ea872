import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HealthAnswer } from '@adcoin/contract'
import * as v from 'valibot'
import { hasCode } from '../store/durable.ts'

type HealthQuestion = {
  readonly app?: string
  readonly minutes?: number
  readonly detail: 'full' | 'counts'
  /** Of this generation and later. */
  readonly generation?: number
}
/** What browsers reported, or why it cannot be read. */
type Health = { readonly answer: HealthAnswer } | { readonly down: string }
export type ReadHealth = (question: HealthQuestion) => Promise<Health>

/** Where the service is asked, and what operators' programs say there. */
export type ServiceDoor = { readonly url: string; readonly secret: string }

const Where = v.object({ service: v.pipe(v.string(), v.regex(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):[0-9]+$/)) })
const answersWithinMs = 5_000
const days30 = 43_200

/** Asks the service of a data folder, over loopback and with the secret that stands there. Never throws. */
export function healthOf(dataFolder: string): ReadHealth {
  return healthFrom(async () => {
    try {
      const { service } = v.parse(Where, JSON.parse(await readFile(join(dataFolder, 'operations.json'), 'utf8')))
      return { url: service, secret: (await readFile(join(dataFolder, 'operators.secret'), 'utf8')).trim() }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    }
  })
}

/** The same of a service wherever it is. */
export function healthFrom(door: () => Promise<ServiceDoor | undefined>): ReadHealth {
  return async ({ app, minutes = days30, detail, generation = 0 }) => {
    try {
      const known = await door()
      if (!known) return { down: 'nothing is running on this data folder' }
      const query = new URLSearchParams({
        ...(app === undefined ? {} : { app }),
        ...{ minutes: String(minutes), detail, generation: String(generation) },
      })
      const answer = await fetch(`${known.url}/operators/health?${query}`, {
        headers: { authorization: `Bearer ${known.secret}` },
        redirect: 'error',
        signal: AbortSignal.timeout(answersWithinMs),
      })
      if (!answer.ok) return { down: `it answers ${answer.status}` }
      return { answer: v.parse(HealthAnswer, await answer.json()) }
    } catch (error) {
      return { down: error instanceof Error ? error.message : String(error) }
    }
  }
}
