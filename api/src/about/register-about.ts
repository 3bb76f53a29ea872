import { legalPages, legalText, about, coin, calculateFee, calculatePayout, type ApiCode } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { servePublic } from '../http/public-answers.ts'
import { createFigures } from './count-figures.ts'
import { type LegalTexts, readLegalTexts } from './legal-texts.ts'
import { limitTable } from '../limits/table.ts'
import type { Register, Services } from '../services.ts'
import { findCountryOfLanguage } from '../accounts/create-account.ts'
import type { Queries } from '../database/database.ts'
import { textOf } from '../refusals/languages.ts'
import { readSetting } from '../settings/settings.ts'
import { toCardPicture } from '../tasks/task-pictures.ts'
import { findUsualTask } from '../tasks/find-usual-task.ts'
import { findPrice } from '../wallet/price.ts'

const reads = [limitTable.publicReads]

/** The company behind this deployment, an example of a sale, and the operator's terms and privacy notice. */
export const registerAbout: Register = async (app, services) => {
  await reportMissing(services)
  serveAbout(app, services)
  serveLegal(app, await readLegalTexts(services.config.legalDir))
}

/**
 * People look for these before they trust a service with money. A missing one is left out, so only the operator knows.
 */
async function reportMissing({ config, database, log }: Services): Promise<void> {
  const about = await readSetting(database.read, 'about')
  const unset = (['company', 'support_hours', 'support_email'] as const).filter(name => !about[name])
  const missing = [...unset, ...(config.legalDir === null ? legalPages : [])]
  if (missing.length > 0)
    log.warn(
      { missing: missing.join(', ') },
      'people miss what the operator has not given: set it with setting set about, and terms with LEGAL_DIR',
    )
}

/** The operator's terms and privacy notice, public. */
function serveLegal(app: FastifyInstance, texts: LegalTexts): void {
  servePublic(
    app,
    legalText,
    async ({ input, language }) => {
      const { isDefault, blocks, language: written } = texts(input.page, language)
      return { is_default: isDefault, language: written, blocks: [...blocks] }
    },
    { seconds: 60, limits: reads },
  )
}

/** 800.00 Ad Coin; where no task is open. */
const exampleAmount = 80_000n

/**
 * Facts for visitors before they sign up. Unset values are not invented: without a price there is no example, without
 * hours no promise.
 */
function serveAbout(app: FastifyInstance, { database, now }: Services): void {
  const readFigures = createFigures({ database, now })
  servePublic(
    app,
    about,
    async ({ input, language }) => {
      const { company, support_hours, support_email, pay_within_hours } = await readSetting(database.read, 'about')
      return {
        company,
        support_hours: support_hours && textOf(support_hours, language),
        support_email: support_email ?? null,
        pay_within_hours,
        figures: await readFigures(),
        example: await exampleIn(database.read, {
          country: input.region ?? findCountryOfLanguage(language),
          language,
          at: now(),
        }),
      }
    },
    { seconds: 60, limits: reads },
  )
}

type Visitor = { readonly country: string; readonly language: ApiCode; readonly at: Date }

/** A usual task of today, and the sale of its reward in this country at the present price and fee. */
async function exampleIn(db: Queries, { country, language, at }: Visitor) {
  const price = await findPrice(db, country)
  if (!price) return null
  const task = await findUsualTask(db, at)
  const amount = task?.reward ?? exampleAmount
  const fee = calculateFee(amount, BigInt(price.fee_bps))
  return {
    amount: String(amount),
    fee: String(fee),
    fee_bps: price.fee_bps,
    scale: coin.scale,
    worth: String(calculatePayout(amount, price.rate_num, price.rate_den)),
    payout: String(calculatePayout(amount - fee, price.rate_num, price.rate_den)),
    payout_currency: price.currency,
    payout_scale: price.scale,
    task: task && {
      title: textOf(task.title_i18n, language),
      minutes: task.minutes,
      picture: toCardPicture(task.picture, language),
    },
  }
}
