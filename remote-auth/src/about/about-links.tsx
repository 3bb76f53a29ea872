import { TextLink } from '@adcoin/ui'
import { useT } from '../texts.ts'
import { aboutPath, aboutTexts } from './about-text.ts'

export function AboutLinks({ screen }: { screen: string }) {
  const t = useT()
  return (
    <nav className="ac-landing__more" aria-label={t('about.label')}>
      {aboutTexts.map(about => (
        <TextLink key={about} to={aboutPath(screen, about)}>
          {t(`about.${about}`)}
        </TextLink>
      ))}
    </nav>
  )
}
