import type { UserSetting } from '@adcoin/contract'
import { formatZone } from '@adcoin/i18n/formats'
import { Row, SelectField, Sheet } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { useSaveTimeZone } from './use-save-time-zone.ts'

/** Where the person's days begin: the browser's zone as long as they choose none. */
export function TimeZoneRow({ user }: { user: UserSetting | undefined }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const save = useSaveTimeZone(() => setOpen(false))
  const chosen = user?.time_zone_auto === false ? (user.time_zone ?? '') : ''
  const own = browserZone()
  return (
    <>
      <Row
        title={t('settings.timeZone')}
        value={user && formatZone(user.time_zone ?? own)}
        chevron
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={isOpen}
        title={t('settings.timeZone')}
        note={t('settings.timeZoneNote')}
        onClose={() => setOpen(false)}
      >
        <SelectField
          label={t('settings.timeZone')}
          value={chosen}
          placeholder={t('settings.timeZoneAuto', { zone: formatZone(own) })}
          options={allZones(chosen).map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          disabled={save.isRunning}
          onChange={event => save.choose(event.target.value, own)}
        />
      </Sheet>
    </>
  )
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zones of this browser; what was chosen on another one stands among them, whatever it is called here. */
function allZones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])].sort()
}
