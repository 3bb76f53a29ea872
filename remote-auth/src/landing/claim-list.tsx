import { useT } from '../texts.ts'

type Claim = { key: string; value: string; text: string }

export function ClaimList({ claims }: { claims: readonly Claim[] }) {
  const t = useT()
  if (claims.length === 0) return null
  return (
    <div className="ac-landing__body">
      <dl className="ac-landing__claims" aria-label={t('landing.claims')}>
        {claims.map(({ key, value, text }) => (
          <div key={key}>
            <dt>{value}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="ac-caption ac-3">{t('landing.claimsNote')}</p>
    </div>
  )
}

/** The claims of the prerendered page. */
export function usePrerenderedClaims(): readonly Claim[] {
  const t = useT()
  return [
    { key: 'views', value: t('landing.viewsValue'), text: t('landing.views') },
    { key: 'influencers', value: t('landing.influencersValue'), text: t('landing.influencers') },
    { key: 'incubation', value: t('landing.incubationValue'), text: t('landing.incubation') },
  ]
}
