import {
  balance,
  bankList,
  getSetting,
  paywayCurrency,
  saveSetting,
  type RequestOf,
  type UserSetting,
} from '@adcoin/contract'
import { refresh, useCall, writeCache } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { useFormCall, type SetError } from '@adcoin/remote/forms'
import { useSession } from '@adcoin/session'
import { emit } from '../events.ts'
import { useT } from '../texts.ts'

type Saved = RequestOf<typeof saveSetting>
export type ProfileField = Exclude<keyof Saved, 'time_zone' | 'time_zone_auto'>

/** The person's settings; the last known copy while the network is away. */
export function useProfile() {
  const { data, isError, refetch } = useCall(getSetting, {}, { errors: 'page' })
  const known = useSession(session => session.user)
  const user: UserSetting | undefined = data ?? known ?? undefined
  return { user, hasFailed: isError && !user, retry: () => void refetch() }
}

/** Saves one part of the profile; every place that shows it repaints at once. */
export function useSaveProfile<Field extends string>({
  setError,
  fields,
  onSaved,
}: {
  setError: SetError<Field>
  fields: Readonly<Partial<Record<ProfileField, Field>>>
  onSaved: () => void
}) {
  const t = useT()
  const host = useHost()
  return useFormCall(saveSetting, {
    doing: 'save',
    setError,
    fields,
    onSuccess(setting, input) {
      writeCache(getSetting, {}, () => setting)
      if (input.country_code === undefined) emit('auth.profileChanged', { fields: fieldsOf(input) })
      // Prices and pay ways are those of the country.
      else void Promise.all([refresh(balance), refresh(paywayCurrency), refresh(bankList)])
      host.showToast(t('profile.saved'), 'good')
      onSaved()
    },
  })
}

/** The parts that other areas show. */
function fieldsOf(input: Saved): Exclude<ProfileField, 'country_code'>[] {
  return (['nick_name', 'avatar', 'birthday', 'gender'] as const).filter(field => input[field] !== undefined)
}
