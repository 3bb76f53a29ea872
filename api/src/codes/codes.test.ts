// @postgres
import { registerVerifyMobile, sendRegisterCodeMobile } from '@adcoin/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { limitTable } from '../limits/table.ts'
import { newMobile } from '../testing/accounts.ts'
import { startTestService, type TestService } from '../testing/start-service.ts'

let service: TestService
beforeEach(async () => void (service = await startTestService({ env: { ADDRESS_LIMIT_FACTOR: '1' } })), 60_000)
afterEach(() => service.stop())

/** A code that was tried so often is over; more tries of it count nowhere. */
const attempts = 3

/** Wrong guesses of living codes from one address, each code tried to its end, until one is refused. */
async function guessesOf(ip: string, most: number): Promise<number> {
  for (let guess = 0, number = { mobile_sag: '+52', mobile: '' }, right = ''; guess < most; guess += 1) {
    if (guess % attempts === 0) {
      number = { mobile_sag: '+52', mobile: newMobile() }
      service.forward(61_000)
      await service.ask(sendRegisterCodeMobile, number, { ip: `198.51.100.${guess / attempts}` })
      right = await service.codeFor(`+52${number.mobile}`)
    }
    const verify_code = right === '0000' ? '1111' : '0000'
    const { key } = await service.ask(registerVerifyMobile, { ...number, verify_code }, { ip })
    if (key === 'too_many') return guess
    expect(key).toBe('code_wrong')
  }
  return most
}

it('a network has fifty wrong guesses of valid codes a day, whatever the numbers', async () => {
  const { max } = limitTable.wrongCodesOfNetwork
  expect(await guessesOf('203.0.113.7', max + attempts)).toBe(max)
  expect(await guessesOf('192.0.2.8', attempts)).toBe(attempts)
}, 60_000)

it('under attack from many networks each has five', async () => {
  const { wrongCodes, wrongCodesUnderAttack } = limitTable
  const { limits } = service.services
  for (let n = 0; n < wrongCodes.max - 1; n += 1) await limits.tryTake('code-wrong', 'all', wrongCodes)
  expect(await guessesOf('203.0.113.7', 1)).toBe(1)
  expect(await guessesOf('192.0.2.8', 2 * attempts)).toBe(wrongCodesUnderAttack.max)
}, 60_000)
