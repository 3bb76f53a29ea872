import { devices, endDevice, type ResponseOf } from '@adcoin/contract'
import { useCall, useSubmit, writeCache } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { useHost } from '@adcoin/remote'
import { Button, Failed, Skeleton } from '@adcoin/ui'
import { ConfirmDialog, List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'

/** The sessions of this account, this device first. */
export function Devices() {
  const t = useT()
  const nameOf = useDeviceName()
  const { data, isError, refetch } = useCall(devices, {}, { errors: 'page' })
  const [chosen, setChosen] = useState<Device>()
  const end = useEndDevice(() => setChosen(undefined))
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={2} />
  const list = data.list.toSorted((left, right) => Number(right.is_current) - Number(left.is_current))
  return (
    <>
      <List label={t('devices.title')}>
        {list.map(device => (
          <Row
            key={device.id}
            icon="phone"
            title={nameOf(device)}
            note={
              <>
                {device.is_current && <b className="ac-med">{t('devices.current')} · </b>}
                {t('devices.lastSeen', { when: formatDate(device.last_seen_at, 'relative') })}
              </>
            }
            end={
              device.is_current ? undefined : (
                <Button
                  kind="secondary"
                  size="small"
                  aria-label={t('devices.endLabel', { device: nameOf(device) })}
                  onClick={() => setChosen(device)}
                >
                  {t('devices.end')}
                </Button>
              )
            }
          />
        ))}
      </List>
      <p className="ac-small ac-2">{t(list.length > 1 ? 'devices.note' : 'devices.only')}</p>
      <ConfirmDialog
        open={chosen !== undefined}
        title={t('devices.endTitle')}
        text={chosen ? t('devices.endText', { device: nameOf(chosen) }) : ''}
        confirm={t('devices.end')}
        danger
        busy={end.isRunning}
        onConfirm={() => chosen && void end.submit({ id: chosen.id })}
        onClose={() => setChosen(undefined)}
      />
    </>
  )
}

/** The browser and system of a session or passkey, as a person names them. */
export function useDeviceName(): (device: { readonly user_agent: string }) => string {
  const t = useT()
  return ({ user_agent }) => {
    const { browser, system } = parseDeviceName(user_agent)
    return browser && system ? t('devices.on', { browser, system }) : (browser ?? system ?? t('devices.unknown'))
  }
}

/** Undefined parts are unknown. */
export function parseDeviceName(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const findName = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { browser: findName(browsers), system: findName(systems) }
}

/** The first that fits: Edge and Opera also call themselves Chrome, Chrome also Safari. */
const browsers = [
  [/\bEdg(A|iOS)?\b/, 'Edge'],
  [/\bOPR\b|\bOpera\b/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac ?OS/, 'Mac'],
  [/Linux/, 'Linux'],
] as const

type Device = ResponseOf<typeof devices>['list'][number]

function useEndDevice(onEnded: () => void) {
  const t = useT()
  const host = useHost()
  return useSubmit(endDevice, {
    onSuccess(_answer, { id }) {
      writeCache(devices, {}, cached => cached && { list: cached.list.filter(device => device.id !== id) })
      host.showToast(t('devices.ended'), 'good')
      onEnded()
    },
  })
}
