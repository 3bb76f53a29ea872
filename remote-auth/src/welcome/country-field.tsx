import type { UserSetting } from '@adcoin/contract'
import { SelectField } from '@adcoin/ui/pages'
import { useState } from 'react'
import { guessRegion } from '../account/guess-region.ts'
import { useRegions } from '../account/use-regions.ts'
import { useT } from '../texts.ts'

/** Who came by Google has shown no country yet: the service took one from the language alone. */
export function asksCountry(user: UserSetting): boolean {
  return user.mobile === null && !user.has_passwd && user.is_country_fixed !== true
}

type Country = ReturnType<typeof useCountry>

/** The country to begin with is that of the browser; `changed` is the one to save, if it is not the service's. */
export function useCountry(user: UserSetting) {
  const { data: regions = [] } = useRegions(asksCountry(user))
  const [chosen, choose] = useState('')
  const shown = chosen || guessRegion(regions, navigator.languages) || user.country_code
  const changed = asksCountry(user) && regions.length > 0 && shown !== user.country_code ? shown : undefined
  return { regions, shown, choose, changed }
}

export function CountryField({ country: { regions, shown, choose } }: { country: Country }) {
  const t = useT()
  if (regions.length === 0) return null
  return (
    <SelectField
      label={t('account.region')}
      help={t('profile.countryHelp')}
      placeholder={null}
      autoComplete="country"
      options={regions.map(({ region, name }) => ({ value: region, label: name }))}
      value={shown}
      onChange={event => choose(event.target.value)}
    />
  )
}
