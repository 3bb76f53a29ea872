import { languages } from '@adcoin/contract'
import { generateClabe } from '../product/person.ts'
import type { createOperator } from '../product/operator.ts'
import type { ChaosPerson } from './person.ts'
import type { Random } from './random.ts'
import type { ServiceSide } from './service-side.ts'
import { matchText } from '../product/match-text.ts'

export type Life = {
  readonly person: ChaosPerson
  readonly random: Random
  readonly service: ServiceSide
  readonly operate: ReturnType<typeof createOperator>
  readonly mobile: string
  readonly password: string
  /** The token that the service gave last; the browser may be between two documents. */
  token: string
  earned: bigint
  sold: bigint
  withdrawals: number
}

const tradingPassword = 'battery staple'
const soldAtOnce = 5_000n

/** The journeys of a person, in this order first; each ends when the service confirms it. */
export const journeys = {
  register,
  earn,
  withdraw,
  team: visitTeam,
  language: changeLanguage,
  type: typeAndGoAway,
  relogin: logInAgain,
} as const
export type Journey = keyof typeof journeys
/** Journeys that can be repeated, in any order. */
export const repeated = ['team', 'language', 'type', 'relogin', 'withdraw'] as const satisfies readonly Journey[]

async function register(life: Life): Promise<void> {
  const { person, operate, mobile, password } = life
  await person.reach(
    'an account',
    async () => (await isSignedIn(life)) && person.path() === '/home',
    async () => {
      if (await person.field('nick_name').isVisible()) {
        await person.type('nick_name', 'Ana')
        return person.button('Finish').click()
      }
      if (await isSignedIn(life)) return person.go('/home')
      if (person.path() === '/login') return logIn(life)
      if (await person.field('confirm_password').isVisible()) {
        await person.type('password', password)
        await person.type('confirm_password', password)
        return person.button('Continue').click()
      }
      const code = person.page.getByLabel(matchText('4-digit code')).first()
      if (await code.isVisible()) {
        // The answer that made the account was lost: the message names that, and they log in.
        if ((await operate.newestMessage(`+52${mobile}`)) === 'already_registered') return logIn(life)
        const sent = await operate.code(`+52${mobile}`)
        // The fourth digit sends; if it is there already, the button does.
        if ((await code.inputValue()) !== sent) return code.fill(sent)
        // A code may have expired meanwhile: the person requests another as soon as that is possible.
        const another = person.button('Send a new code')
        const isOver = (await code.getAttribute('aria-invalid')) === 'true' && (await another.isVisible())
        return (isOver ? another : person.button('Continue')).click()
      }
      if (await person.field('mobile').isVisible()) {
        await person.page.getByLabel(matchText('Country code')).selectOption('MX')
        await person.type('mobile', mobile)
        return person.button('Send code').click()
      }
      await person.go('/register')
    },
    150_000,
  )
}

async function earn(life: Life): Promise<void> {
  const { person, service, mobile } = life
  const username = `ana${mobile}`
  const homepage = `https://www.tiktok.com/@${username}`
  await person.reach('a linked account', service.isBound, async () => {
    await person.go('/bindAccount')
    await person.field('platform').selectOption('tiktok')
    await person.type('username', username)
    await person.type('homepage_link', homepage)
    await person.button('Link account').click()
  })
  const task = await retryUntilDone(service.easyTask)
  await person.reach(
    'a paid task',
    () => service.isPassed(task.id),
    async () => {
      await person.go(`/task/${task.id}`)
      const claim = person.button('Claim this task')
      if (await claim.isVisible()) return claim.click()
      const send = person.button('Send for review')
      if (!(await send.isVisible())) return person.button('Send proof').click({ timeout: 1_500 })
      if (await person.field('account_id').isVisible())
        await person.field('account_id').selectOption({ label: `@${username}` })
      for (const [name, text] of [
        ['video_link', `${homepage}/video/7301`],
        ['username', username],
        ['homepage_link', homepage],
      ] as const)
        if (await person.field(name).isVisible()) await person.type(name, text)
      await person.page.getByRole('checkbox').first().check()
      await send.click()
    },
  )
  life.earned += BigInt(task.reward)
  await expectMoney(life)
}

async function withdraw(life: Life): Promise<void> {
  const { person, service, operate, mobile } = life
  if (life.earned - life.sold < soldAtOnce) return
  await retryUntilDone(() => prepareToSell(life))
  const before = life.withdrawals
  await person.reach(
    'a withdrawal',
    async () => (await service.money()).withdrawals > before,
    async () => {
      if (!(await person.field('pay_passwd').isVisible())) {
        await person.go('/sell')
        await person.page.getByLabel(matchText('Amount of Ad Coin to sell')).first().fill('50')
        return person.button('Sell for {{cash}}').click()
      }
      await person.type('pay_passwd', tradingPassword)
      // Soon after another withdrawal no code was sent yet.
      if (!(await person.field('verify_code').isVisible())) return person.button('Send code').click()
      const code = await operate.code(`+52${mobile}`)
      if ((await person.field('verify_code').inputValue()) === code) await person.button('Withdraw').click()
      else await person.field('verify_code').fill(code)
    },
    150_000,
  )
  life.sold += soldAtOnce
  life.withdrawals += 1
  await expectMoney(life)
}

/** The account to be paid into and the trading password, by the calls that the screens make. */
async function prepareToSell({ service, password }: Life): Promise<void> {
  const has = await service.call<{ list: unknown[] }>('/app/user/payway/list')
  if (has.list.length > 0) return
  await service
    .call('/app/user/pay_passwd', {
      pay_passwd: tradingPassword,
      confirm_pay_passwd: tradingPassword,
      passwd: password,
    })
    .catch(() => undefined)
  const [way] = (await service.call<{ list: { payway_id: string }[] }>('/app/payway_currency/query')).list
  const banks = (await service.call<{ list: { bank_id: string; code: string }[] }>('/app/pay/bank/list')).list
  const account = generateClabe()
  await service.call('/app/user/payway', {
    payway_id: way?.payway_id,
    bank_id: banks.find(({ code }) => account.startsWith(code))?.bank_id,
    holder_name: 'Ana Souza',
    account,
    pay_passwd: tradingPassword,
  })
}

/** The screen shows the service's amount, in its digits and marks. */
async function expectMoney({ person, service }: Life): Promise<void> {
  let output = ''
  await person.reach(
    'the money on the screen',
    async () => {
      const { amount } = await service.money()
      output = toDigits(
        await person.page.locator('[data-area="remote-wallet"] [role=group] [translate=no]').first().innerText(),
      )
      return output === amount
    },
    () => person.go('/money'),
  )
}

async function visitTeam({ person }: Life): Promise<void> {
  await person.reach(
    'the team',
    async () => /[0-9A-Z]{3} [0-9A-Z]{3}/.test(await readAreaText(person, 'remote-team')),
    () => person.go('/team'),
  )
}

async function changeLanguage(life: Life): Promise<void> {
  const { person, random } = life
  const chosen = random.pick(languages)
  await person.reach(
    `the language ${chosen.api_code}`,
    async () => (await person.page.evaluate(() => localStorage.getItem('adcoin.language'))) === chosen.api_code,
    async () => {
      await person.go('/language')
      await person.page.locator(`input[type=radio][value=${chosen.api_code}]`).check()
    },
  )
  await person.reach(
    `a screen in ${chosen.api_code}`,
    async () => (await person.page.evaluate(() => document.documentElement.lang)) === chosen.tag,
    () => person.go('/money'),
  )
}

/** A form that is left half-filled, by another screen or by a reload, holds what was typed. */
async function typeAndGoAway({ person, random }: Life): Promise<void> {
  const name = `Ana ${'ABCDEFGH'[random.integerBelow(8)]}${'abcdefgh'[random.integerBelow(8)]}`
  const isThere = async () =>
    person.path() === '/cardAdd' && (await person.field('holder_name').inputValue({ timeout: 500 })) === name
  await person.reach('a half-filled form', isThere, async () => {
    await person.go('/cardAdd')
    await person.type('holder_name', name)
  })
  // Longer than what is typed waits before it is kept.
  await new Promise(done => setTimeout(done, 1_500))
  const away = random.pick(['/team', '/money', 'reload'])
  await person.reach(
    `away by ${away}`,
    async () => away === 'reload' || person.path() === away,
    () => person.go(away),
  )
  if (away === 'reload') await person.page.reload().catch(() => undefined)
  await person.reach('what was typed', isThere, () => person.go('/cardAdd'))
}

async function logInAgain(life: Life): Promise<void> {
  const { person } = life
  await person.reach(
    'a logout',
    async () => (await isReadable(person)) && !(await isSignedIn(life)),
    async () => {
      const dialog = person.page.getByRole('alertdialog')
      if (await dialog.isVisible()) return dialog.getByRole('button', { name: matchText('Log out') }).click()
      await person.go('/personalSetting')
      await person.button('Log out').click()
    },
  )
  await person.reach(
    'a login',
    () => isSignedIn(life),
    () => logIn(life),
  )
}

async function logIn({ person, mobile, password }: Life): Promise<void> {
  await person.go('/login')
  await person.page.getByLabel(matchText('Country code')).selectOption('MX')
  await person.type('mobile', mobile)
  await person.type('password', password)
  await person.page.locator('#root form button[type=submit]').first().click()
}

async function isSignedIn(life: Life): Promise<boolean> {
  const token = await life.person.token()
  if (token !== '') life.token = token
  return token !== ''
}

async function isReadable({ page }: ChaosPerson): Promise<boolean> {
  return page.evaluate(() => typeof localStorage.length === 'number').catch(() => false)
}

function readAreaText({ page }: ChaosPerson, app: string): Promise<string> {
  return page.locator(`[data-area="${app}"]`).innerText({ timeout: 1_000 })
}

/** Digits of any script, as the figure that they are. */
function toDigits(text: string): string {
  return text
    .replaceAll(/[०-९]/g, digit => String(digit.charCodeAt(0) - 0x966))
    .replaceAll(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
}

/** Requests beside the browser: the service may be about to come back. */
async function retryUntilDone<Result>(work: () => Promise<Result>, ms = 60_000): Promise<Result> {
  const end = Date.now() + ms
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise(done => setTimeout(done, 500))
    }
  }
}
