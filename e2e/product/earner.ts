import { bindStatuses, reviewStatuses } from '@adcoin/contract'
import type { createOperator } from './operator.ts'
import { createTestAccount, type TestAccount } from './test-account.ts'
import { generateClabe } from './person.ts'

export type Earner = TestAccount & {
  readonly passedTask: string
  readonly openTask: string
  readonly withdrawal: string
}
type AnswerData = Record<string, unknown>
type ListAnswer = { list: { id: string; kind: number; bind_status?: number }[] }
type Detail = { review_status: number; submit_fields: string[] }

/**
 * A person whose screens are all filled: a linked account, a paid task, a claimed one, a payment account, a trading
 * password, a withdrawal that waits. For specs that look at screens. Needs the sandbox's reviewer to be quick.
 */
export async function createEarner(url: string, operate: ReturnType<typeof createOperator>): Promise<Earner> {
  const somebody = await createTestAccount(url, operate)
  const callOwn = (path: string, body?: object) => callService(url, somebody.token, path, body)
  const link = `https://www.tiktok.com/@ana${somebody.mobile}`

  await callOwn('/app/user/setting', { nick_name: 'Ana Souza' })
  const { id: account_id } = await callOwn('/app/app/bind_account', {
    platform: 'tiktok',
    username: `ana${somebody.mobile}`,
    homepage_link: link,
  })
  await waitUntil(
    async () => ((await callOwn('/app/app/bind_account')) as ListAnswer).list[0]?.bind_status === bindStatuses.bound,
  )

  const fetchDetail = async (id: string) => (await callOwn(`/app/app/task/detail?task_id=${id}`))['detail'] as Detail
  const { list } = (await callOwn('/app/app/task/list')) as ListAnswer
  const open = list[0]?.id ?? ''
  let paid = ''
  for (const { id } of list.slice(1))
    if (paid === '' && !(await fetchDetail(id)).submit_fields.includes('files')) paid = id
  await callOwn('/app/app/task/receive', { task_id: open })
  const { assignment_id } = await callOwn('/app/app/task/receive', { task_id: paid })
  const proof: AnswerData = {
    account_id,
    video_link: `${link}/video/7301`,
    username: `ana${somebody.mobile}`,
    homepage_link: link,
  }
  const request = Object.fromEntries((await fetchDetail(paid)).submit_fields.map(field => [field, proof[field]]))
  await callOwn('/app/app/task/submitting', { assignment_id, ...request, disclosure_confirmed: true })
  await waitUntil(async () => (await fetchDetail(paid)).review_status === reviewStatuses.passed)

  await callOwn('/app/user/pay_passwd', {
    pay_passwd: 'battery staple',
    confirm_pay_passwd: 'battery staple',
    passwd: somebody.password,
  })
  const [payway] = (await callOwn('/app/payway_currency/query'))['list'] as { payway_id: string }[]
  const banks = (await callOwn('/app/pay/bank/list'))['list'] as { bank_id: string; code: string }[]
  const account = generateClabe()
  const { id: user_payway_id } = await callOwn('/app/user/payway', {
    payway_id: payway?.payway_id,
    bank_id: banks.find(({ code }) => account.startsWith(code))?.bank_id,
    holder_name: 'Ana Souza',
    account,
    pay_passwd: 'battery staple',
  })

  const withdrawal = await requestWithdrawal(url, somebody, operate, String(user_payway_id))
  return { ...somebody, passedTask: paid, openTask: open, withdrawal }
}

/** Sells 50 coins to a payment account. @returns the withdrawal, which waits for an operator */
export async function requestWithdrawal(
  url: string,
  { token, mobile }: Pick<TestAccount, 'token' | 'mobile'>,
  operate: ReturnType<typeof createOperator>,
  user_payway_id: string,
): Promise<string> {
  const callOwn = (path: string, body?: object) => callService(url, token, path, body)
  const { config } = (await callOwn('/app/user/finance/balance?fw=true')) as {
    config: { rate_num: string; rate_den: string }
  }
  const { rate_num, rate_den } = config
  const amount = 5000n
  const fee = amount / 50n
  const payout = ((amount - fee) * BigInt(rate_num)) / BigInt(rate_den)
  const sale = { amount: String(amount), user_payway_id }
  await callOwn('/app/sms/send_reset_pay_verify_code/mobile', { scene: 'withdraw', ...sale })
  const verify_code = await operate.code(`+52${mobile}`)
  const { withdrawal } = await callOwn('/app/pay/withdraw/request', {
    ...sale,
    pay_passwd: 'battery staple',
    verify_code,
    quote: { fee: String(fee), payout: String(payout), rate_num, rate_den },
  })
  return (withdrawal as { id: string }).id
}

export async function callService(url: string, token: string, path: string, body?: object): Promise<AnswerData> {
  const headers = {
    'content-type': 'application/json',
    lang: 'en_US',
    'authorized-key': token,
    'idempotency-key': crypto.randomUUID(),
  }
  const answer = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: AnswerData }
  if (code !== 0) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`)
  return data
}

export async function waitUntil(isReached: () => Promise<boolean>, seconds = 90): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isReached())) {
    if (Date.now() > end) throw new Error(`not so after ${seconds} s`)
    await new Promise(done => setTimeout(done, 500))
  }
}
