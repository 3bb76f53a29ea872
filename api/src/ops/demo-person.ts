import { randomInt, randomUUID } from 'node:crypto'
import { createAccount, newPublicId } from '../accounts/create-account.ts'
import { rememberPassword } from '../accounts/passwords-of-person.ts'
import { post } from '../ledger/ledger.ts'
import { textFlag, UsageProblem } from '../operators/operators.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

/** A person to look at the product with; for demonstrations and the tests from outside. */
export function demoPersonCommand(services: Services): void {
  const { operators, config } = services
  operators.command({
    name: 'demo:user',
    usage: '[--coin <minor units>]',
    says: 'Makes a demonstration person with coin, through real postings; never in production',
    async run(input) {
      if (config.production) throw new Refusal('forbidden')
      const coin = textFlag(input, 'coin') ?? '500000'
      if (!/^[1-9][0-9]{0,14}$/.test(coin))
        throw new UsageProblem('--coin needs whole minor units: 500000 is 5,000.00 Ad Coin')
      return makeDemoPerson(services, BigInt(coin), input.by)
    },
  })
}

async function makeDemoPerson({ database, passwords }: Services, coin: bigint, by: string) {
  const publicId = newPublicId()
  const mobile = `55${randomInt(10_000_000, 99_999_999)}`
  const password = `demo-${randomInt(100_000, 999_999)}`
  const [hash, historyHash] = [await passwords.hash(password), await passwords.historyHash(password, 'login', publicId)]
  return database.transaction(async tx => {
    const userId = await createAccount(tx, {
      publicId,
      mobile: { e164: `+52${mobile}`, sag: '+52' },
      email: null,
      countryCode: 'MX',
      pwdHash: hash,
      language: 'en_US',
      nickName: 'Demo',
    })
    if (userId === null) throw new Refusal('conflict')
    await rememberPassword(tx, userId, 'login', historyHash)
    const key = randomUUID()
    await post(tx, {
      kind: 'adjust',
      key: `adj:${key}`,
      refType: 'adjustment',
      refId: key,
      userId,
      note: `demonstration, by ${by}`,
      legs: [
        { account: 'adjustment', amount: -coin },
        { account: 'coin', userId, amount: coin, label: 'adjust' },
      ],
    })
    return { user_id: publicId, mobile_sag: '+52', mobile, password, coin: String(coin) }
  })
}
