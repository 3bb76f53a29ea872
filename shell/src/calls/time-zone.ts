import type { UserSetting } from '@adcoin/contract'
import { setTimeZone } from '@adcoin/i18n/formats'
import { sessionStore } from '@adcoin/session'

/**
 * Dates are shown in the zone that the person chose. As long as they chose none, the browser says its own to the
 * service, so that sums by day go by it too: at the first sign-in, and whenever it is another.
 */
export function followTimeZone(): () => void {
  let said: string | undefined
  const follow = (user: UserSetting | null, sessionEpoch: number) => {
    const isChosen = user?.time_zone_auto === false
    setTimeZone(isChosen ? (user.time_zone ?? undefined) : undefined)
    // Nobody's zone is not asked for: the browser takes 10 ms to say it, while a page starts.
    if (!user || isChosen) return
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!zone || zone === user.time_zone || said === `${sessionEpoch} ${zone}`) return
    // Once: what the service refuses is not said again before the next page.
    said = `${sessionEpoch} ${zone}`
    void import(/* webpackChunkName: "later" */ './say-time-zone.ts')
      .then(({ sayTimeZone }) => sayTimeZone(zone))
      .catch(() => undefined)
  }
  const { user, sessionEpoch } = sessionStore.getState()
  follow(user, sessionEpoch)
  return sessionStore.subscribe((now, before) => {
    if (now.user !== before.user) follow(now.user, now.sessionEpoch)
  })
}
