import { setTimeout as pause } from 'node:timers/promises'
import { withdrawRequest } from '@adcoin/contract'
import type { BenchStreams, StreamingPerson } from './streams.ts'

/** Content of `admin.json`: the operators' own address. */
export type BenchOperators = { port: number; token: string }

type Deciding = {
  gateway: string
  operators: BenchOperators
  people: readonly StreamingPerson[]
  perSecond: number
  streams: BenchStreams
}

/**
 * Each person asks for a withdrawal, then an operator rejects one after the other.
 *
 * @returns milliseconds from each command to the person's stream; undefined where nothing came
 */
export async function decide({ gateway, operators, people, perSecond, streams }: Deciding) {
  const requests: { person: StreamingPerson; id: string }[] = []
  for (const person of people) requests.push({ person, id: await request(gateway, person) })
  const begin = performance.now()
  const pending = requests.map(async ({ person, id }, index) => {
    const due = begin + (index * 1000) / perSecond
    await pause(Math.max(due - performance.now(), 0))
    const from = performance.now()
    const pending = streams.hears(person, id)
    await reject(operators, id)
    const at = await pending
    return at === undefined ? undefined : at - from
  })
  return Promise.all(pending)
}

async function request(gateway: string, { token, key, withdrawal }: StreamingPerson): Promise<string> {
  const answer = await fetch(gateway + withdrawRequest.path, {
    method: 'POST',
    headers: { 'authorized-key': token, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(withdrawal),
  })
  const { code, msg, data } = (await answer.json()) as {
    code: number
    msg: string
    data: { withdrawal: { id: string } }
  }
  if (code !== 0) throw new Error(`no withdrawal: ${code} ${msg}`)
  return data.withdrawal.id
}

async function reject({ port, token }: BenchOperators, id: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/ops`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ words: ['withdraw', 'reject', id], flags: { reason: 'bench' }, by: 'bench' }),
  })
  const { exit, message } = (await answer.json()) as { exit: number; message: string | null }
  if (exit !== 0) throw new Error(`not rejected: ${message}`)
}
