import { useT } from '../texts.ts'
import { useLaunch } from './use-launch.ts'

export type Claim = { key: string; value: string; text: string }

/** The company's claims as the service tells them; until it has answered, those that the page was prerendered with. Source: ruling R8. */
export function useClaims(): readonly Claim[] {
  const t = useT()
  const { data } = useLaunch()
  return data?.claims ?? [
    { key: 'views', value: t('landing.viewsValue'), text: t('landing.views') },
    { key: 'influencers', value: t('landing.influencersValue'), text: t('landing.influencers') },
    { key: 'incubation', value: t('landing.incubationValue'), text: t('landing.incubation') },
  ]
}
