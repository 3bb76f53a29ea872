import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loginMobile, sendRegisterCodeMobile, sendResetCodeMobile, type Call } from '@adcoin/contract'
import { newMobile } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { timeDifference, type TimeDifference } from '../testing/time-difference.ts'
import { createAccount, newPublicId } from './create-account.ts'

/** Milliseconds. Source: security.md 5.7. */
const limit = 5
const patience = 240_000
let service: TestService
beforeAll(async () => {
  // A hash takes 20 ms and more here: long enough to be missed where it is left out, short enough for a thousand pairs.
  service = await startTestService({ passwordCost: { memory: 16_384, passes: 3, parallelism: 1, tagLength: 32 } })
}, patience)
afterAll(() => service.stop())

type Probe = { readonly call: Pick<Call, 'method' | 'path'>; readonly rest: object }
const probes: Record<string, Probe> = {
  'a code to register': { call: sendRegisterCodeMobile, rest: {} },
  'a code to reset': { call: sendResetCodeMobile, rest: {} },
  'a login': { call: loginMobile, rest: { password: 'not this one' } },
}

/**
 * A known and an unknown number back to back, each first in every second pair; every number is new, so that no limit is
 * met.
 */
async function compare({ call, rest }: Probe): Promise<TimeDifference> {
  const hash = await service.services.passwords.hash('the right one')
  const ask = async (mobile: string) => {
    const start = performance.now()
    const { status, code, msg, data } = await service.askRaw(call, { mobile_sag: '+52', mobile, ...rest })
    return { ms: performance.now() - start, answer: { status, code, msg, data } }
  }
  return timeDifference(
    async pair => {
      const [known, unknown] = [newMobile(), newMobile()]
      await service.services.database.transaction(tx =>
        createAccount(tx, {
          publicId: newPublicId(),
          mobile: { e164: `+52${known}`, sag: '+52' },
          email: null,
          countryCode: 'MX',
          pwdHash: hash,
          language: 'en_US',
        }),
      )
      const first = await ask(pair % 2 === 0 ? known : unknown)
      const second = await ask(pair % 2 === 0 ? unknown : known)
      expect(first.answer).toEqual(second.answer)
      return pair % 2 === 0 ? first.ms - second.ms : second.ms - first.ms
    },
    { limit },
  )
}

describe.each(Object.entries(probes))('%s', (_name, probe) => {
  it(
    'does not reveal whether a number has an account: same answer, same time',
    async () => {
      expect(await compare(probe)).not.toMatchObject({ verdict: 'different' })
    },
    patience,
  )

  it(
    'finds answers that reveal it by time: hashing or sending for accounts only',
    async () => {
      const { messages, passwords } = service.services
      const [inTurn, send] = [passwords.inTurn, messages.send]
      onTestFinished(() => void Object.assign(passwords, { inTurn }))
      Object.assign(passwords, {
        inTurn: ((lane, work) =>
          inTurn(lane, ({ matches, ...hashing }) =>
            work({ ...hashing, matches: async (password, hash) => hash !== null && matches(password, hash) }),
          )) satisfies typeof inTurn,
      })
      vi.spyOn(messages, 'send').mockImplementation(async (tx, message) => {
        await send(tx, message)
        if (message.template.startsWith('code_') && message.isSuppressed !== true) await pause(15)
      })
      expect(await compare(probe)).toMatchObject({ verdict: 'different' })
    },
    patience,
  )
})
