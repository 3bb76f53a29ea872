import { agentState, getSetting, saveSetting, transactionList, userState, type UserSetting } from '@adcoin/contract'
import { refresh, useSubmit, writeCache } from '@adcoin/http'
import { formatCity } from '@adcoin/i18n/formats'
import { useHost } from '@adcoin/remote'
import { Row, SelectField, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'

/** The zone in which the person's days begin; default: that of the browser. */
export function TimeZoneRow({ user }: { user: UserSetting | undefined }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const save = useSaveTimeZone(() => setOpen(false))
  const chosen = user?.time_zone_auto === false ? (user.time_zone ?? '') : ''
  const own = readBrowserZone()
  const zone = user?.time_zone ?? own
  return (
    <Row
      icon="clock"
      title={t('settings.timeZone')}
      note={zone === own ? t('settings.themes.system') : formatCity(zone)}
      onClick={() => setOpen(true)}
    >
      <Sheet
        open={isOpen}
        title={t('settings.timeZone')}
        note={t('settings.timeZoneNote')}
        onClose={() => setOpen(false)}
      >
        <SelectField
          label={t('settings.timeZone')}
          value={chosen}
          placeholder={t('settings.timeZoneAuto', { zone: formatCity(own) })}
          options={listZones(chosen).map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          disabled={save.isRunning}
          onChange={event => save.choose(event.target.value, own)}
        />
      </Sheet>
    </Row>
  )
}

function readBrowserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zones of this browser, and the chosen one if this browser does not know it. */
function listZones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])].sort()
}

/** Saves a zone in the account and refreshes what is shown by day. `''`: the zone of the browser, now and later. */
function useSaveTimeZone(onSaved: () => void) {
  const t = useT()
  const host = useHost()
  const { submit, isRunning } = useSubmit(saveSetting, {
    errors: 'toast',
    onSuccess(setting) {
      writeCache(getSetting, {}, () => setting)
      void Promise.all([refresh(userState), refresh(agentState), refresh(transactionList)])
      host.showToast(t('profile.saved'), 'good')
      onSaved()
    },
  })
  const choose = (zone: string, own: string) =>
    void submit({ time_zone: zone === '' ? own : zone, time_zone_auto: zone === '' })
  return { choose, isRunning }
}
