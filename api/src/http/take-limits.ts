import type { Call } from '@adcoin/contract'
import { Refusal } from '../refusals/refusal.ts'
import type { CallLimit, HttpDependencies, SignedInPerson } from './http-dependencies.ts'
import { listCountedAddresses } from './traffic.ts'

/** One of a limit that a call has taken. */
export type TakenLimit = { readonly name: string; readonly subject: string; readonly limit: CallLimit }

/** Takes one of each limit: of the person, or of the addresses of an anonymous call. */
export async function takeLimits(
  { limits, config }: HttpDependencies,
  call: Call,
  perCall: readonly CallLimit[],
  person: SignedInPerson | null,
  ip: string,
): Promise<readonly TakenLimit[]> {
  const subjects = person
    ? [{ subject: String(person.id), max: 1 }]
    : listCountedAddresses(ip).map(({ subject, times }) => ({ subject, max: times * config.addressLimitFactor }))
  const taken = perCall.flatMap(limit =>
    subjects.map(({ subject, max }) => ({
      name: `${call.path}:${limit.seconds}`,
      subject,
      limit: { ...limit, max: limit.max * max },
    })),
  )
  for (const { name, subject, limit } of taken) await limits.take(name, subject, limit)
  return taken
}

/** Gives back what a refusal does not use up. */
export async function giveBackRefused(
  { limits }: HttpDependencies,
  taken: readonly TakenLimit[],
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal)) return
  for (const { name, subject, limit } of taken) if (limit.refusedIsFree) await limits.giveBack(name, subject)
}
