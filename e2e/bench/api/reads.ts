import autocannon, { type Request, type Result } from 'autocannon'
import { computePercentile } from './probe.ts'

export const connections = 20

/** The routes in turn; `against`: the route that its share refers to. */
export type BenchRoute = {
  readonly name: string
  readonly url: string
  readonly paths: readonly string[]
  readonly against?: string
}
type Headers = Readonly<Record<string, string>>
type Addresses = { readonly service: string; readonly empty: string; readonly bare: string }

const [empty, bare, own] = [
  'an empty Fastify route',
  'bare Fastify, two prepared queries',
  'balance: a read of one’s own',
]
const mix = ['/app/user/finance/balance', '/app/user/setting', '/app/pay/transaction/list', '/app/app/task/list']

export const measureReads = (addresses: Addresses, token: string, seconds: number, rounds: number): Promise<void> =>
  measure(listRoutes(addresses), { 'authorized-key': token }, seconds, rounds)

const listRoutes = ({ service, ...beside }: Addresses): readonly BenchRoute[] => [
  { name: empty, url: beside.empty, paths: ['/'] },
  { name: 'launch: the same for everybody', url: service, paths: ['/app/launch'], against: empty },
  { name: bare, url: beside.bare, paths: ['/'] },
  { name: own, url: service, paths: ['/app/user/finance/balance'], against: bare },
  { name: 'tasks: the first 20 of 200', url: service, paths: ['/app/app/task/list'], against: own },
  { name: 'balance, setting, transactions, tasks in turn', url: service, paths: mix, against: bare },
]

/** Requests per second of each route, in rounds, so that whatever else the machine does, it does to all. */
async function measure(
  routes: readonly BenchRoute[],
  headers: Headers,
  seconds: number,
  rounds: number,
): Promise<void> {
  const seen = new Map<string, Result[]>(routes.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const { name, url, paths } of routes) {
      const requests = paths.map((path): Request => ({ method: 'GET', path, headers: { ...headers } }))
      seen.get(name)?.push(await autocannon({ url, connections, duration: seconds, requests }))
    }
  for (const { name, against } of routes) {
    const mine = seen.get(name) ?? []
    const shares =
      against === undefined ? [] : mine.map((result, at) => computeRate(result) / computeRate(seen.get(against)?.[at]))
    console.log(
      formatLine(name, mine) + (against === undefined ? '' : `   ${computeMedian(shares).toFixed(2)} of “${against}”`),
    )
  }
}

function computeRate(result: Result | undefined): number {
  return result ? result.requests.total / Math.max(result.duration, 0.001) : Number.NaN
}

/** Medians of the rounds, so that one busy moment of the machine decides nothing. */
export function formatLine(name: string, results: readonly Result[]): string {
  const formatMedian = (figure: (result: Result) => number, digits = 0) =>
    computeMedian(results.map(figure)).toFixed(digits)
  const failed = results.reduce((sum, { errors, timeouts, non2xx }) => sum + errors + timeouts + non2xx, 0)
  return (
    `  ${name.padEnd(52)} ${formatMedian(computeRate).padStart(6)}/s   p50 ${formatMedian(({ latency }) => latency.p50).padStart(4)} ms` +
    `   p99 ${formatMedian(({ latency }) => latency.p99).padStart(4)} ms${failed > 0 ? `   ${failed} FAILED` : ''}`
  )
}

const computeMedian = (values: readonly number[]): number => computePercentile(values, 0.5)
