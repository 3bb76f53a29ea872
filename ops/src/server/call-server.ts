import { PageRefused, type PageRefusal } from '@adcoin/contract/operations'
import * as v from 'valibot'

/** Asks the server of this page. Without a body it is a look, with one something is asked to be done. */
export async function callServer<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body?: unknown,
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(path, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined)
  if (!response) throw new ServerRefused(0, [unanswered])
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const refused = v.safeParse(PageRefused, answer)
    throw new ServerRefused(response.status, refused.success ? refused.output.refusals : [unanswered])
  }
  const parsed = v.safeParse(schema, answer)
  if (!parsed.success) throw new ServerRefused(response.status, [unknownAnswer])
  return parsed.output
}

/** Thrown for every refusal, and if no answer arrives: the problem, its place and the remedy. */
export class ServerRefused extends Error {
  override readonly name = 'ServerRefused'
  readonly refusals: readonly PageRefusal[]
  /** 0 where the server did not answer. */
  readonly status: number
  constructor(status: number, refusals: readonly PageRefusal[]) {
    super(refusals.map(({ says }) => says).join('; '))
    this.status = status
    this.refusals = refusals
  }
}

/** Longer than any operation takes: reading a generation back is the slowest. */
const timeoutMs = 60_000

const unanswered: PageRefusal = {
  rule: 'unanswered',
  place: 'operations page',
  says: 'its server does not answer',
  remedy: 'Check that npm start still runs. This page retries.',
}
const unknownAnswer: PageRefusal = {
  rule: 'answer',
  place: 'operations page',
  says: 'its server sent an answer that this page cannot read',
  remedy: 'Reload the page: it may be older than its server.',
}

/** Every refusal of something that failed, whatever it was. */
export function toRefusals(error: unknown): readonly PageRefusal[] {
  if (error instanceof ServerRefused) return error.refusals
  return [{ ...unknownAnswer, says: error instanceof Error ? error.message : String(error) }]
}
