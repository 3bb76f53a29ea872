import type { UserSetting } from '@adcoin/contract'
import { setTimeZone } from '@adcoin/i18n/formats'
import { sessionStore } from '@adcoin/session'

/**
 * Dates are shown in the zone that the person chose. Without a choice, the browser's zone is sent to the service, so
 * that daily sums use it too: at the first sign-in, and whenever it changes.
 */
export function followTimeZone(): () => void {
  let lastSent: string | undefined
  const follow = (user: UserSetting | null, sessionEpoch: number) => {
    const isChosen = user?.time_zone_auto === false
    setTimeZone(isChosen ? (user.time_zone ?? undefined) : undefined)
    // Skipped without a person: reading the zone takes 10 ms during the start of a page.
    if (!user || isChosen) return
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!zone || zone === user.time_zone || lastSent === `${sessionEpoch} ${zone}`) return
    // Once: a zone that the service rejects is not sent again before the next page.
    lastSent = `${sessionEpoch} ${zone}`
    void import(/* webpackChunkName: "later" */ './send-time-zone.ts')
      .then(({ sendTimeZone }) => sendTimeZone(zone))
      .catch(() => undefined)
  }
  const { user, sessionEpoch } = sessionStore.getState()
  follow(user, sessionEpoch)
  return sessionStore.subscribe((now, before) => {
    if (now.user !== before.user) follow(now.user, now.sessionEpoch)
  })
}
