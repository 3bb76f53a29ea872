import { loginOauth, type ApiCode, type LoginResult } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { bindInviter } from '../accounts/invitation.ts'
import { findCountryOfLanguage, createAccount, newPublicId } from '../accounts/create-account.ts'
import { notifyOwner } from '../accounts/security-change.ts'
import { signInPerson } from '../accounts/login.ts'
import type { Transaction } from '../database/database.ts'
import { limitTable } from '../limits/table.ts'
import { refuseField, Refusal } from '../refusals/refusal.ts'
import { serve } from '../http/serve.ts'
import type { Services, Register } from '../services.ts'
import { lockPerson } from '../sessions/lock-person.ts'
import type { OidcIdentity } from '../providers/oidc.ts'

const attempts = [limitTable.oauthCalls]

/** Signing in with an account of an identity provider. */
export const registerOauth: Register = (app, services) => {
  serveOauthLogin(app, services)
}

/** Sign-in with Google: the first one creates the account, or finds the one whose e-mail both sides have verified. */
function serveOauthLogin(app: FastifyInstance, services: Services): void {
  serve(
    app,
    loginOauth,
    async ({ input, language, client, transact }): Promise<LoginResult> => {
      if (!isOurReturn(services, input.redirect_uri)) throw refuseField('redirect_uri')
      const identity = await services.oidc.exchange({
        code: input.code,
        codeVerifier: input.code_verifier,
        nonce: input.nonce,
        redirectUri: input.redirect_uri,
      })
      if (identity.email === null || !identity.isEmailVerified) throw new Refusal('oauth_failed')
      const email = identity.email
      return transact(async tx => {
        const { id, isNew } = await accountFor(tx, services, { ...identity, email }, language)
        if (isNew && input.invite_code !== undefined) await bindIfPossible(tx, services, id, input.invite_code)
        return signInPerson(services, tx, await lockPerson(tx, id), 'email', client, isNew)
      })
    },
    { limits: attempts },
  )
}

/** The one return address; in development on any local port, because the page may be served on another one. */
function isOurReturn({ config }: Services, address: string): boolean {
  if (address === `${config.publicUrl}/google_auth`) return true
  const url = URL.parse(address)
  return (
    !config.production &&
    url !== null &&
    ['localhost', '127.0.0.1'].includes(url.hostname) &&
    url.pathname === '/google_auth' &&
    url.search === '' &&
    url.hash === ''
  )
}

async function accountFor(
  tx: Transaction,
  services: Services,
  identity: OidcIdentity & { email: string },
  language: ApiCode,
): Promise<{ id: bigint; isNew: boolean }> {
  const { now } = services
  const columns = ['app_user.id', 'status', 'google_sign_in', 'mobile_e164', 'email_norm'] as const
  const linked = await tx
    .selectFrom('oauth_identity')
    .innerJoin('app_user', 'app_user.id', 'oauth_identity.user_id')
    .select(columns)
    .where('provider', '=', 'google')
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  // Every e-mail of an account was proved by a code or by the provider, so equal verified addresses are one person,
  // unless a reset by SMS has cast doubt on it.
  const known =
    linked ??
    (await tx.selectFrom('app_user').select(columns).where('email_norm', '=', identity.email).executeTakeFirst())
  if (known?.status === 'disabled') throw new Refusal('account_disabled')
  if (known?.google_sign_in === false) throw new Refusal('google_off')
  const id =
    known?.id ??
    (await createAccount(tx, {
      publicId: newPublicId(),
      mobile: null,
      email: identity.email,
      countryCode: findCountryOfLanguage(language),
      pwdHash: null,
      language,
    }))
  if (id === null) throw new Refusal('oauth_failed')
  if (!linked) {
    await tx
      .insertInto('oauth_identity')
      .values({ provider: 'google', subject: identity.subject, user_id: id, email: identity.email, created_at: now() })
      .execute()
    if (known) await notifyOwner(services, tx, known, 'google_linked', language)
  }
  return { id, isNew: !known }
}

/** A wrong code must not undo a sign-in whose code at the provider is spent: the welcome page asks for one again. */
async function bindIfPossible(tx: Transaction, { now }: Services, userId: bigint, code: string): Promise<void> {
  try {
    await bindInviter(tx, userId, code, now())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
