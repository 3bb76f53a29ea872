import type { ApiCode } from '@adcoin/contract'
import type { Location } from '@adcoin/router'

/** One drawing of a screen. */
type Screen = {
  readonly id: number
  readonly location: Location
  /** True if its path is a tab's: when it is left it may stay, hidden, as it is. */
  readonly isTab: boolean
  /** The address at which it was left, if it was hidden before. */
  readonly former?: Location | undefined
}

/** The screens of the page: one is shown, the hidden ones are tabs, the latest first. */
export type Screens = Visitor & { readonly shown: Screen; readonly hidden: readonly Screen[]; readonly lastId: number }

/** Nothing of a screen is kept for another session or language. */
export type Visitor = { readonly sessionEpoch: number; readonly language: ApiCode }

export type Tabs = {
  readonly isTab: (pathname: string) => boolean
  /** Whether the screen of a path may be shown again as it was left. */
  readonly canResume: (pathname: string) => boolean
}

/** More tabs than these are not kept: each one holds its elements and answers. */
const mostHidden = 4

export function openScreens({ sessionEpoch, language }: Visitor, location: Location, { isTab }: Tabs): Screens {
  return { sessionEpoch, language, shown: { id: 1, location, isTab: isTab(location.pathname) }, hidden: [], lastId: 1 }
}

/** The screens after a navigation, or after a change of session, language or releases; the same object if none. */
export function moveScreens(before: Screens, visitor: Visitor, location: Location, tabs: Tabs): Screens {
  const { sessionEpoch, language } = visitor
  const { shown, hidden } = before
  const isSameSession = before.sessionEpoch === sessionEpoch
  const canStay = (screen: Screen) =>
    isSameSession && before.language === language && screen.isTab && tabs.canResume(screen.location.pathname)
  const isSamePath = isSameSession && shown.location.pathname === location.pathname
  const kept = (isSamePath ? hidden : [shown, ...hidden]).filter(canStay)
  if (isSamePath && shown.location === location && before.language === language && kept.length === hidden.length)
    return before
  const returning = kept.find(screen => screen.location.pathname === location.pathname)
  return {
    sessionEpoch,
    language,
    shown: isSamePath
      ? { ...shown, location, former: shown.location === location ? shown.former : undefined }
      : returning
        ? { ...returning, location, former: returning.location }
        : { id: before.lastId + 1, location, isTab: tabs.isTab(location.pathname) },
    hidden: kept.filter(screen => screen !== returning).slice(0, mostHidden),
    lastId: before.lastId + (isSamePath || returning ? 0 : 1),
  }
}
