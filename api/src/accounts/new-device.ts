import { apiCodes, defaultLanguage, isApiCode, tagOf, type ApiCode } from '@adcoin/contract'
import type { Transaction } from '../database/database.ts'
import type { Texts } from '../database/column-types.ts'
import { toTimeZone } from '../days/local-days.ts'
import { addToInbox } from '../inbox/inbox.ts'
import type { Services } from '../services.ts'
import { nameDevice } from '../sessions/device-name.ts'

/** Notifies the owner of a sign-in from an unknown device: in the inbox, and by e-mail where the account has one. */
export async function notifyOfNewDevice(
  { messages, now }: Services,
  tx: Transaction,
  userId: bigint,
  { publicId, userAgent }: { readonly publicId: string; readonly userAgent: string },
): Promise<void> {
  const owner = await tx
    .selectFrom('app_user')
    .select(['email_norm', 'language', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const title: Texts = Object.fromEntries(apiCodes.map(language => [language, nameDevice(userAgent, language)]))
  const at = now()
  if (owner.email_norm !== null) {
    const language = isApiCode(owner.language) ? owner.language : defaultLanguage
    await messages.send(tx, {
      channel: 'email',
      dest: owner.email_norm,
      template: 'new_device',
      language,
      vars: { device: nameDevice(userAgent, language), time: formatTime(at, language, owner.time_zone) },
    })
  }
  await addToInbox(tx, userId, { kind: 'new_device', at, ref: publicId, title })
}

/** With the name of the zone, because the reader may be in another one. */
function formatTime(at: Date, language: ApiCode, timeZone: string | null): string {
  return new Intl.DateTimeFormat(tagOf(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    timeZone: toTimeZone(timeZone),
  }).format(at)
}
