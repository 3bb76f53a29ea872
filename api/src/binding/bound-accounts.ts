import { boundAccounts } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { avatarUrl, privateFileUrl } from '../files/file-links.ts'
import { serve } from '../http/serve.ts'
import { reasonText } from '../reasons/reasons.ts'
import { platforms } from '../catalogue/platforms.ts'
import { reviewMinutes } from '../tasks/review-minutes.ts'
import { keptSetting } from '../settings/settings.ts'
import type { Services } from '../services.ts'

const mostAccounts = 50

/** The person's social accounts, newest first; one that was unbound is gone. */
export function serveBoundAccounts(app: FastifyInstance, services: Services): void {
  const { database, config, secrets, now } = services
  serve(app, boundAccounts, async ({ person, language }) => {
    const rows = await database.read
      .selectFrom('bind_account')
      .selectAll()
      .where('user_id', '=', person.id)
      .where('status', '<>', 0)
      .orderBy('id', 'desc')
      .limit(mostAccounts)
      .execute()
    return {
      list: rows.map(row => ({
        id: row.public_id,
        platform: row.platform,
        username: row.username,
        nickname: row.nickname,
        description: row.description,
        link: row.link,
        avatar: avatarUrl(row.avatar),
        background: row.background === null ? null : privateFileUrl(secrets, row.background, now()),
        fans: row.fans === null ? null : Number(row.fans),
        reg_days: row.reg_days,
        bind_status: row.status,
        fail_reason: reasonText(row.fail_reason, language),
        challenge: row.challenge,
        created_at: row.created_at.toISOString(),
      })),
      rules: await keptSetting(services, 'bind_rules'),
      check_minutes: reviewMinutes(config.sandboxReviewSeconds),
      platforms: platforms.map(({ code, name, hosts, example }) => ({ code, name, hosts: [...hosts], example })),
    }
  })
}
