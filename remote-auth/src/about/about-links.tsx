import type { Address } from '@adcoin/contract'
import { withQuery } from '@adcoin/remote'
import { useSearchParams } from '@adcoin/router'
import { classNames, TextLink } from '@adcoin/ui'
import { useT } from '../texts.ts'

export const aboutTexts = ['trust', 'terms', 'privacy'] as const
type AboutText = (typeof aboutTexts)[number]

/** `isSmall`: below the button of a form. */
export function AboutLinks({ screen, isSmall = false }: { screen: Address; isSmall?: boolean }) {
  const t = useT()
  const shown = useAboutText()
  return (
    <nav className={classNames('ac-landing__more', isSmall && 'ac-dock__why')} aria-label={t('about.label')}>
      {aboutTexts
        .filter(about => about !== shown)
        .map(about => (
          <TextLink key={about} to={buildAboutPath(screen, about)}>
            {t(`about.${about}`)}
          </TextLink>
        ))}
    </nav>
  )
}

/**
 * The text of `?about=`. It is part of the screen that links to it: the guard matches paths exactly (rulings.md R2).
 */
export function useAboutText(): AboutText | undefined {
  const [query] = useSearchParams()
  return aboutTexts.find(name => name === query.get('about'))
}

export const buildAboutPath = (screen: Address, about: AboutText): Address => withQuery(screen, { about })
