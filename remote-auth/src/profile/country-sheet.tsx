import type { UserSetting } from '@adcoin/contract'
import { useHost } from '@adcoin/remote'
import { Button, Failed, Hint, Skeleton } from '@adcoin/ui'
import { RadioList, Sheet, Stack } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useRegions } from '../account/use-regions.ts'
import { useT } from '../texts.ts'
import { useSaveProfile } from './use-profile.ts'

/** Another country, while nothing was made in the currency of the present one. */
export function CountrySheet({ user, onClose }: { user: UserSetting; onClose: () => void }) {
  const t = useT()
  const host = useHost()
  const { data: regions, isError, refetch } = useRegions()
  const [country, setCountry] = useState(user.country_code)
  const save = useSaveProfile({
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    fields: {},
    onSaved: onClose,
  })
  return (
    <Sheet open title={t('profile.country')} onClose={onClose}>
      <Stack>
        <Hint tone="hint" icon="info">
          {t(user.is_country_fixed ? 'profile.countryFixed' : 'profile.countryHelp')}
        </Hint>
        {user.is_country_fixed ? null : regions ? (
          <>
            <RadioList
              label={t('profile.country')}
              hiddenLabel
              options={regions.map(({ region, name, currency }) => ({ value: region, label: name, note: currency }))}
              value={country}
              onChange={setCountry}
            />
            <Button block busy={save.isRunning} onClick={() => void save.submit({ country_code: country })}>
              {t('profile.save')}
            </Button>
          </>
        ) : isError ? (
          <Failed onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="rows" lines={6} />
        )}
      </Stack>
    </Sheet>
  )
}
