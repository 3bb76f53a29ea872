import { expect, it } from 'vitest'
import { createCircuit, NoAnswer, ProviderPaused } from './circuit.ts'

let at = 0
const now = () => new Date(at)
const hang = async () => {
  throw new NoAnswer('no answer in 10 s')
}
const refuse = async () => {
  throw new Error('it answered 400')
}

/** A circuit that has failed so many times in a row. */
async function failed(times: number) {
  at = 0
  const circuit = createCircuit(now)
  for (let time = 0; time < times; time += 1) await circuit.run(hang).catch(() => undefined)
  return circuit
}

it('opens after five requests in a row without an answer, and reports until when', async () => {
  const four = await failed(4)
  expect(await four.run(async () => 'answered')).toBe('answered')
  const circuit = await failed(5)
  const error = await circuit.run(async () => 'not sent').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProviderPaused)
  expect(error).toMatchObject({ retryAt: new Date(15_000) })
  expect(circuit.requireClosed).toThrow(ProviderPaused)
})

it('counts a refusal as an answer', async () => {
  const circuit = await failed(4)
  await circuit.run(refuse).catch(() => undefined)
  await circuit.run(hang).catch(() => undefined)
  expect(await circuit.run(async () => 'answered')).toBe('answered')
})

it('sends one request after fifteen seconds; its answer closes it, its failure opens it again', async () => {
  const circuit = await failed(5)
  at = 15_000
  const probe = circuit.run(hang)
  await expect(circuit.run(async () => 'beside it')).rejects.toThrow(ProviderPaused)
  await expect(probe).rejects.toThrow(NoAnswer)
  at = 29_999
  expect(circuit.requireClosed).toThrow(ProviderPaused)
  at = 30_000
  expect(await circuit.run(async () => 'answered')).toBe('answered')
  circuit.requireClosed()
})
