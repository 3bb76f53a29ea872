import { withQuery } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'

/** What may be read before and after signing in: how it works, the terms, the privacy notice. */
export const aboutTexts = ['trust', 'terms', 'privacy'] as const
type AboutText = (typeof aboutTexts)[number]

/**
 * Which text `?about=` asks for; it stands inside the screen that leads to it, because the guard is literal (rulings.md
 * R2).
 */
export function useAboutText(): AboutText | undefined {
  const [query] = useSearchParams()
  return aboutTexts.find(name => name === query.get('about'))
}

export const aboutPath = (screen: string, about: AboutText): string => withQuery(screen, { about })
