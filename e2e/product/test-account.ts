import type { BrowserContext, Page } from 'playwright/test'
import type { createOperator } from './operator.ts'
import { expect, generateMobile } from './test.ts'

export type TestAccount = { token: string; userId: string; mobile: string; password: string }

/**
 * A person with an account and a visit behind them, made by the calls of the registration; for specs that are about
 * something else. Its time zone is known already: a very first visit would send it, and read again what is counted by
 * day.
 */
export async function createTestAccount(
  url: string,
  operate: ReturnType<typeof createOperator>,
  inviteCode?: string,
): Promise<TestAccount> {
  const destination = { mobile_sag: '+52', mobile: generateMobile() }
  const password = 'correct horse'
  await post(url, '/app/sms/send_register_verify_code/mobile', destination)
  const verify_code = await operate.code(`+52${destination.mobile}`)
  const { verify_ticket } = await post(url, '/app/user/register_verify_code/mobile', { ...destination, verify_code })
  const login = await post(url, '/app/user/set_passwd/mobile', {
    ...destination,
    verify_ticket,
    password,
    confirm_password: password,
    ...(inviteCode === undefined ? {} : { invite_code: inviteCode }),
  })
  const token = String(login['authorized_key'])
  await post(url, '/app/user/setting', { time_zone: 'UTC' }, token)
  return {
    token,
    userId: String(login['user_id']),
    mobile: destination.mobile,
    password,
  }
}

/** Opens a page as a person who signed in on an earlier visit. */
export async function openAs(
  context: BrowserContext,
  url: string,
  account: TestAccount | null,
  path: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  const storeToken = (token: string | null) =>
    token === null ? localStorage.clear() : localStorage.setItem('adcoin.token', token)
  // A new tab may change its renderer after the first document, which ends what is evaluated in it.
  await expect(() => page.evaluate(storeToken, account?.token ?? null)).toPass()
  await page.goto(url + path)
  return page
}

async function post(url: string, path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', lang: 'en_US', ...(token ? { 'authorized-key': token } : {}) },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> }
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`)
  return data
}
