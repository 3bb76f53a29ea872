import * as contract from '@adcoin/contract'
import * as v from 'valibot'

/** Only what is needed of a call here. */
type Readable = {
  readonly method: string
  readonly path: string
  readonly request: v.GenericSchema
  readonly response: v.GenericSchema
}

/** Every call of the contract. */
export const contractCalls: readonly Readable[] = Object.values<unknown>(contract).filter(isCall)

/**
 * Problems with the reads of a manifest: each must be a GET call of the contract with a query that it takes, written
 * as `http` writes it, because the page's answer is found by this very text.
 *
 * @returns a sentence for each read that is none; empty if all are
 */
export function findReadProblems(routes: contract.RemoteManifest['routes']): readonly string[] {
  return routes.flatMap(({ path, reads = [] }) =>
    reads.flatMap(read => {
      const problem = findReadProblem(read)
      return problem === undefined ? [] : [`remote.json: ${path} reads ${read}: ${problem}`]
    }),
  )
}

/** The GET call of the contract that answers this address. */
export function findCall(read: string): Readable | undefined {
  const [path] = read.split('?')
  return contractCalls.find(each => each.path === path && each.method === 'GET')
}

function findReadProblem(read: string): string | undefined {
  const query = read.split('?')[1] ?? ''
  const call = findCall(read)
  if (!call) return 'the contract has no such GET call'
  const input = Object.fromEntries(new URLSearchParams(query))
  const parsed = v.safeParse(call.request, input)
  if (!parsed.success) return `the call does not take ${parsed.issues.map(issue => v.getDotPath(issue)).join(', ')}`
  if (query !== new URLSearchParams(input).toString()) return 'write the query as URLSearchParams does'
  return undefined
}

function isCall(value: unknown): value is Readable {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'request' in value
}
