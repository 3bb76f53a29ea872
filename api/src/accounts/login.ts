import { type LoginResult, loginEmail, loginMobile } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/database.ts'
import { type LockedPerson, lockPerson } from '../sessions/lock-person.ts'
import { rememberDevice } from '../sessions/known-device.ts'
import { openSession, wasSignedInFrom } from '../sessions/session.ts'
import type { Services } from '../services.ts'
import type { Client } from '../http/http-dependencies.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { CallRequest } from '../http/serve.ts'
import { toNetwork } from '../http/traffic.ts'
import { createKeyedTurns } from '../limits/gate.ts'
import { tryWithinLimits } from '../limits/limits.ts'
import { limitTable } from '../limits/table.ts'
import { findAccount, type CodeDestination, serveDestinations } from './destination.ts'
import { notifyOfNewDevice } from './new-device.ts'

async function login(
  services: Services,
  destination: CodeDestination,
  { input, client, token, transact }: LoginRequest,
): Promise<LoginResult> {
  const { channel, dest } = destination
  const { limits, passwords, database } = services
  const { loginPlace, loginAccount } = limitTable
  // One at a time per account, and counted only with a place in the hash queue: a flood uses up no person's attempts.
  return turns(dest, async () => {
    const account = await passwords.inTurn('anonymous', async ({ matches }) => {
      const found = await findAccount(database.read, destination)
      const isKnown = await wasSignedInFrom(database.read, found?.id, client, token)
      const counters = [
        { name: 'login-place', subject: `${dest}|${toNetwork(client.ip)}`, limit: loginPlace },
        ...(isKnown ? [] : [{ name: 'login-account', subject: dest, limit: loginAccount }]),
      ]
      const isWrong = async () => !(await matches(input.password, found?.pwd_hash ?? null)) || !found
      if ((await tryWithinLimits(limits, counters, isWrong)) || !found) throw new Refusal('bad_credentials')
      return found
    })
    return transact(async tx => {
      // The owner may have reset the password while it was compared here, because another person was logging in with
      // it.
      const person = await lockPerson(tx, account.id)
      if (person.pwd_hash !== account.pwd_hash) throw new Refusal('bad_credentials')
      return signInPerson(services, tx, person, channel === 'sms' ? 'mobile' : 'email', client, false)
    })
  })
}

/** Login by number or address. An unknown one costs the same time and gets the same answer as a wrong password. */
export function serveLogin(app: FastifyInstance, services: Services): void {
  // In a flood of logins what is refused costs no query.
  const options = { limits: attempts, requires: () => services.passwords.requireRoom() }
  serveDestinations(
    app,
    [loginMobile, loginEmail],
    'every',
    (destination, request) => login(services, destination, request),
    options,
  )
}

/** Opens a session and answers what a login answers. An unknown device is reported to the owner. */
export async function signInPerson(
  services: Services,
  tx: Transaction,
  person: LockedPerson,
  loginType: 'mobile' | 'email',
  client: Client,
  isNew: boolean,
): Promise<LoginResult> {
  const { now, log } = services
  const { token, publicId, expiresAt } = await openSession(tx, person, loginType, client, now())
  const isUnknown = await rememberDevice(tx, person.id, client.userAgent, now())
  if (isUnknown) await notifyOfNewDevice(services, tx, person.id, { publicId, userAgent: client.userAgent })
  log.info({ user: person.public_id, ip: client.ip, loginType, isNew }, 'signed in')
  return {
    authorized_key: token,
    login_type: loginType,
    country_code: person.country_code,
    mobile_sag: person.mobile_sag,
    user_id: person.public_id,
    is_new: isNew,
    expires_at: expiresAt.toISOString(),
  }
}

const attempts = [limitTable.loginCalls]
const turns = createKeyedTurns()

type LoginRequest = CallRequest<typeof loginMobile> | CallRequest<typeof loginEmail>
