import { afterAll, beforeAll, expect, it } from 'vitest'
import { loginMobile, sendRegisterCodeMobile, sendResetCodeMobile, type Call } from '@adcoin/contract'
import { newMobile, register } from '../testing/accounts.ts'
import { startService, type TestService } from '../testing/start-service.ts'

let service: TestService
const known: string[] = []
const samples = 30
beforeAll(async () => {
  service = await startService()
  for (let person = 0; person < samples; person += 1) known.push((await register(service)).mobile)
  service.forward(120_000)
}, 120_000)
afterAll(() => service.stop())

async function timed(call: Pick<Call, 'method' | 'path'>, input: object): Promise<{ ms: number; answer: string }> {
  const start = performance.now()
  const { status, code, msg, data } = await service.askRaw(call, input)
  return { ms: performance.now() - start, answer: JSON.stringify({ status, code, msg, data }) }
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** One known and one unknown number in turn, so that a busy machine slows both alike. */
it.each([['a code to register', sendRegisterCodeMobile, {}], ['a code to reset', sendResetCodeMobile, {}], ['a login', loginMobile, { password: 'not this one' }]] as const)('%s tells nobody whether a number has an account: same answer, same time', async (_name, call, rest) => {
  const [there, absent]: [number[], number[]] = [[], []]
  for (const mobile of known) {
    const [one, other] = [await timed(call, { mobile_sag: '+52', mobile, ...rest }), await timed(call, { mobile_sag: '+52', mobile: newMobile(), ...rest })]
    expect(one.answer).toBe(other.answer)
    there.push(one.ms)
    absent.push(other.ms)
  }
  const difference = Math.abs(median(there) - median(absent))
  expect(difference).toBeLessThan(Math.max(5, 0.25 * median(there)))
}, 120_000)
