import {
  countBrowsers,
  listFailureReasons,
  healthSteps,
  type HealthBucket,
  HealthResponse,
  JudgeLease,
  type JudgeLeaseRequest,
} from '@adcoin/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { readVariable } from '../variables.ts'

/** The reports of browsers about a release, in one line. */
export function formatHealth(buckets: readonly HealthBucket[]): string {
  const { browsers, failed, cards, unattributed, rate } = countBrowsers(buckets)
  if (browsers + cards + unattributed === 0) return 'no browser reports'
  const median = computeMedianSeconds(buckets)
  return [
    browsers === 1 ? '1 browser' : `${browsers} browsers`,
    `${failed} failed${browsers > 0 ? ` (${(100 * rate).toFixed(1)} %)` : ''}`,
    `${cards} saw the card`,
    ...(unattributed === 0 ? [] : [`${unattributed} failed for no known release`]),
    ...(median === undefined ? [] : [`content in ${median} s`]),
  ].join(', ')
}

/** Failures, most frequent first: number of browsers, reason, and what they have in common. */
export function formatFailureReasons(buckets: readonly HealthBucket[]): readonly string[] {
  return listFailureReasons(buckets).map(
    ({ what, count, shared }) =>
      `${String(count).padStart(5)}  ${what}${shared.length > 0 ? ` (all ${shared.join(', ')})` : ''}`,
  )
}

function computeMedianSeconds(buckets: readonly HealthBucket[]): string | undefined {
  const measured = buckets.filter(({ step }) => step !== null).sort((a, b) => (a.step ?? 0) - (b.step ?? 0))
  const half = sumHealthCounts(measured) / 2
  let below = 0
  const step = measured.find(({ count }) => (below += count) >= half && half > 0)?.step
  if (step === undefined || step === null) return undefined
  return ((healthSteps.first * healthSteps.factor ** step) / 1000).toFixed(1)
}

function sumHealthCounts(buckets: readonly HealthBucket[]): number {
  return buckets.reduce((all, { count }) => all + count, 0)
}

type HealthQuestion = {
  readonly app?: string
  readonly minutes?: number
  readonly detail: 'full' | 'counts'
  /** Of this generation and later. */
  readonly generation?: number
}
/** Browser reports, or the reason why they cannot be read. */
export type Health = { readonly answer: HealthResponse } | { readonly down: string }
export type ReadHealth = (question: HealthQuestion) => Promise<Health>

/** The address of the service, and the secret of operators' programs there. */
export type ServiceAccess = { readonly url: string; readonly secret: string }
export type FindService = () => Promise<ServiceAccess | undefined>

const OnLoopback = v.pipe(v.string(), v.regex(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):[0-9]+$/))
const Where = v.object({ service: OnLoopback })
const answersWithinMs = 5_000
const days30 = 43_200

/**
 * The service of a deployment: `SERVICE` and `OPERATORS_SECRET`, or what `npm start` wrote into the data folder
 * (`operations.json`, `operators.secret`; loopback only). Read again each time: a service that was started again has
 * another port.
 */
export function createServiceFinder(dataFolder: string, env: NodeJS.ProcessEnv = process.env): FindService {
  return async () => {
    const secret = readVariable('OPERATORS_SECRET', env) ?? (await readText(join(dataFolder, 'operators.secret')))
    const address = readVariable('SERVICE', env)
    if (secret && address) return { url: `http://${address}`, secret }
    const where = v.safeParse(Where, parseJson(await readText(join(dataFolder, 'operations.json'))))
    return where.success && secret ? { url: where.output.service, secret } : undefined
  }
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').then(
    text => text.trim(),
    () => undefined,
  )
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Looks as a judge. @returns whether this judge has the lease, and which one has; undefined if nothing answers */
export async function renewJudgeLease(
  find: FindService,
  look: JudgeLeaseRequest,
): Promise<v.InferOutput<typeof JudgeLease> | undefined> {
  const service = await find()
  if (!service) return undefined
  const answer = await fetch(`${service.url}/operators/health/judge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(look),
    redirect: 'error',
    signal: AbortSignal.timeout(answersWithinMs),
  }).catch(() => undefined)
  return answer?.ok ? v.parse(JudgeLease, await answer.json()) : undefined
}

/** Reads the counts of a service. Never throws. */
export function createHealthReader(find: FindService): ReadHealth {
  return async ({ app, minutes = days30, detail, generation = 0 }) => {
    try {
      const known = await find()
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
      return { answer: v.parse(HealthResponse, await answer.json()) }
    } catch (error) {
      return { down: error instanceof Error ? error.message : String(error) }
    }
  }
}
