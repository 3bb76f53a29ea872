import { balance, bankList, getSetting, paywayCurrency, saveSetting, type RequestOf } from '@adcoin/contract'
import { refresh, writeCache } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { useFormCall, type SetError } from '@adcoin/remote/forms'
import { emit } from '../events.ts'
import { useT } from '../texts.ts'

type ProfileChange = RequestOf<typeof saveSetting>
export type ProfileField = Exclude<keyof ProfileChange, 'time_zone' | 'time_zone_auto' | 'google_sign_in'>

type SaveOptions<Field extends string> = {
  onSaved: () => void
  setError?: SetError<Field>
  fields?: Readonly<Partial<Record<ProfileField, Field>>>
}

/** Saves one part of the profile in the service and the cache. */
export function useSaveProfile<Field extends string>({ onSaved, ...errors }: SaveOptions<Field>) {
  const t = useT()
  const host = useHost()
  return useFormCall(saveSetting, {
    doing: 'save',
    ...errors,
    onSuccess(setting, input) {
      writeCache(getSetting, {}, () => setting)
      if (input.country_code === undefined) emit('auth.profileChanged', { fields: listChangedFields(input) })
      // Prices and pay ways are those of the country.
      else void Promise.all([refresh(balance), refresh(paywayCurrency), refresh(bankList)])
      host.showToast(t('profile.saved'), 'good')
      onSaved()
    },
  })
}

function listChangedFields(input: ProfileChange): Exclude<ProfileField, 'country_code'>[] {
  return (['nick_name', 'avatar', 'birthday', 'gender'] as const).filter(field => input[field] !== undefined)
}
