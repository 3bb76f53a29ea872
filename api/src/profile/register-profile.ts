import { languages, launch, officialInviteCode, tagOf } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import type { Register, Services } from '../services.ts'
import { serveSetting } from './setting.ts'
import { textOf } from '../refusals/languages.ts'
import { servePublic } from '../http/public-answers.ts'
import { readSetting } from '../settings/settings.ts'

/** First reads of a page, and profile data. */
export const registerProfile: Register = (app, services) => {
  serveSetting(app, services)
  serveLaunch(app, services)
}

/** Data that the app needs before sign-in. */
function serveLaunch(app: FastifyInstance, { database, config, oidc }: Services): void {
  servePublic(
    app,
    launch,
    async ({ language }) => {
      const claims = await database.read
        .selectFrom('claim')
        .selectAll()
        .where('enabled', '=', true)
        .orderBy('position')
        .execute()
      const notices = await readSetting(database.read, 'notices')
      const provider = oidc.description()
      return {
        claims: claims.map(claim => ({ key: claim.key, value: claim.value, text: textOf(claim.text_i18n, language) })),
        fallback_invite_code: officialInviteCode,
        oauth: provider ? { google: provider } : null,
        download: { ios: null, android: null, h5: null },
        languages: languages.map(({ api_code, title }) => ({
          api_code,
          title,
          value: tagOf(api_code),
          icon: tagOf(api_code).slice(0, 2).toUpperCase(),
        })),
        bind_rules: await readSetting(database.read, 'bind_rules'),
        notice: notices.map(notice => ({ key: notice.key, text: textOf(notice.text, language) })),
        share: { url: `${config.publicUrl}/register`, image: null },
      }
    },
    { seconds: 60 },
  )
}
