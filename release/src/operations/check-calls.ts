import * as v from 'valibot'
import { Refused, createRefusal } from '../refusal.ts'
import type { FindService } from './read-health.ts'

const answersWithinMs = 5_000

/**
 * Compares the calls of the smoke test with those of the running service: a screen that asks for a call of tomorrow is
 * broken today.
 *
 * @param calls  `GET /app/…?…`
 * @returns a note if no service could be asked
 * @throws Refused for each call that the service does not have
 */
export async function refuseUnknownCalls(
  find: FindService,
  place: string,
  calls: readonly string[],
): Promise<string[]> {
  const sent = [...new Set(calls.map(call => call.split('?', 1)[0] ?? ''))].sort()
  if (sent.length === 0) return []
  const served = await readServedCalls(find)
  if (!served) return ['No running service was asked whether it has the calls of this release.']
  const remedy = 'Deploy the service that has it first; --even-if-unsafe publishes without it.'
  const unknown = sent.filter(call => !served.includes(call))
  if (unknown.length === 0) return []
  throw new Refused(
    ...unknown.map(call =>
      createRefusal('calls-served', `${place}: ${call}`, 'the running service does not have this call', remedy),
    ),
  )
}

/** @returns undefined if no service is known, answers, or is new enough to list its calls */
async function readServedCalls(find: FindService): Promise<readonly string[] | undefined> {
  try {
    const service = await find()
    if (!service) return undefined
    const answer = await fetch(`${service.url}/operators/calls`, {
      headers: { authorization: `Bearer ${service.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(answersWithinMs),
    })
    return answer.ok ? v.parse(v.array(v.string()), await answer.json()) : undefined
  } catch {
    return undefined
  }
}
