import { loginEmail, loginMobile, type LoginResult } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusals/refusal.ts'
import { serve, type Asked } from '../http/serve.ts'
import { networkOf } from '../http/traffic.ts'
import { keyedTurns } from '../limits/gate.ts'
import type { Services } from '../services.ts'
import { accountOf, emailDestination, mobileDestination, type Destination } from './destination.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import { signIn } from './sign-in.ts'

/** Source: reference-api.md 3.2. */
const wrongFromOnePlace = { max: 5, seconds: 900 }
const wrongPerAccount = { max: 20, seconds: 3600 }
const attempts = [{ max: 30, seconds: 60 }]

const turns = keyedTurns()

/** Login by number or address. An unknown one costs the same time and gets the same answer as a wrong password. */
export function serveLogin(app: FastifyInstance, services: Services): void {
  // In a flood of logins what is refused costs no query.
  const options = { limits: attempts, requires: () => services.passwords.requireRoom() }
  serve(
    app,
    loginMobile,
    async asked => login(services, await mobileDestination(services.database, asked.input), asked),
    options,
  )
  serve(app, loginEmail, async asked => login(services, emailDestination(asked.input), asked), options)
}

type LoginAsked = Asked<typeof loginMobile> | Asked<typeof loginEmail>

async function login(
  services: Services,
  destination: Destination,
  { input, client, transact }: LoginAsked,
): Promise<LoginResult> {
  const { channel, dest } = destination
  const { limits, passwords, database, now } = services
  const place = `${dest}|${networkOf(client.ip)}`
  // One at a time per account: the tries are consumed before the password is compared, and a right one gives them back.
  return turns(dest, async () => {
    await limits.take('login-place', place, wrongFromOnePlace)
    await limits.take('login-account', dest, wrongPerAccount)
    const account = await accountOf(database.read, destination)
    if (!(await passwords.matches(input.password, account?.pwd_hash ?? null)) || !account)
      throw new Refusal('bad_credentials')
    await limits.giveBack('login-place', place)
    await limits.giveBack('login-account', dest)
    return transact(async tx => {
      // The owner may have reset the password while it was compared here, because a stranger was logging in with it.
      const person = await lockPerson(tx, account.id)
      if (person.pwd_hash !== account.pwd_hash) throw new Refusal('bad_credentials')
      return signIn(tx, person, channel === 'sms' ? 'mobile' : 'email', client, now(), false)
    })
  })
}
