import { getSetting, saveSetting, type UserSetting } from '@adcoin/contract'
import { useSubmit, writeCache } from '@adcoin/http'
import { Button } from '@adcoin/ui'
import { Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

/** Whether a Google account opens this one; hidden for an account without an e-mail that Google could know. */
export function GoogleRow({ user }: { user: UserSetting | undefined }) {
  const t = useT()
  const { submit, isRunning } = useSubmit(saveSetting, {
    errors: 'toast',
    onSuccess: setting => writeCache(getSetting, {}, () => setting),
  })
  if (user?.email == null || user.google_sign_in === undefined) return null
  const { email, google_sign_in: isOn, is_google_linked: isLinked } = user
  const note = isLinked ? 'settings.googleLinked' : isOn ? 'settings.googleOn' : 'settings.googleOff'
  const change = t(isOn ? 'settings.switchOff' : 'settings.switchOn')
  return (
    <Row
      icon="user"
      title={t('settings.google')}
      note={t(note, { email })}
      end={
        <Button
          kind="secondary"
          size="small"
          busy={isRunning}
          aria-label={`${t('settings.google')}: ${change}`}
          onClick={() => void submit({ google_sign_in: !isOn })}
        >
          {change}
        </Button>
      }
    />
  )
}
