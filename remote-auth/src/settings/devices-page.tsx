import { balance, devices, endDevice, getSetting, refuseDevice, type ResponseOf } from '@adcoin/contract'
import { refresh, useCall, useSubmit, writeCache } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack, useHost, useDocumentTitle } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { useSearchParams } from '@adcoin/router'
import { Button, Failed, Hint, Main, NavBar, Screen, Skeleton, TextLink } from '@adcoin/ui'
import { ConfirmDialog, Dock, List, Pill, Row, Stack } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useProfile } from '../owner/use-profile.ts'
import { useT } from '../texts.ts'
import { StepHead } from '../verification/step-head.tsx'
import { useDeviceName } from './device-name.ts'

/** The sessions of this account. `?device=` marks one: the inbox leads here from a sign-in on a new device. */
export function DevicesPage() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const [isRefused, setRefused] = useState(false)
  useDocumentTitle(t('devices.title'))
  return (
    <Screen>
      <NavBar title={t('devices.title')} onBack={back} />
      <Main>{isRefused ? <Refused /> : <Devices onRefused={() => setRefused(true)} />}</Main>
    </Screen>
  )
}

type Device = ResponseOf<typeof devices>['list'][number]

function Devices({ onRefused }: { onRefused: () => void }) {
  const t = useT()
  const wanted = useSearchParams()[0].get('device')
  const { data, isError, refetch } = useCall(devices, {}, { errors: 'page' })
  const [question, setQuestion] = useState<Question>()
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={2} />
  return (
    <>
      {wanted && !data.list.some(({ id }) => id === wanted) && <Hint tone="hint">{t('devices.gone')}</Hint>}
      <List label={t('devices.title')}>
        {sortDevices(data.list, wanted).map(device => (
          <DeviceRow key={device.id} device={device} isMarked={device.id === wanted} ask={setQuestion} />
        ))}
      </List>
      <p className="ac-small ac-2">{t(data.list.length > 1 ? 'devices.note' : 'devices.only')}</p>
      {question?.is === 'end' && <EndDialog device={question.device} onClose={() => setQuestion(undefined)} />}
      {question?.is === 'refuse' && (
        <RefuseDialog device={question.device} onRefused={onRefused} onClose={() => setQuestion(undefined)} />
      )}
    </>
  )
}

type Question = { readonly is: 'end' | 'refuse'; readonly device: Device }
type DeviceRowProps = { device: Device; isMarked: boolean; ask: (question: Question) => void }

function DeviceRow({ device, isMarked, ask }: DeviceRowProps) {
  const t = useT()
  const name = useDeviceName()(device)
  const note = (
    <>
      {device.is_current && <b className="ac-med">{t('devices.current')} · </b>}
      {t('devices.lastSeen', { when: formatDate(device.last_seen_at, 'relative') })}
      {!device.is_current && (
        <>
          <br />
          {t('devices.since', { when: formatDate(device.created_at, 'moment') })}
        </>
      )}
    </>
  )
  if (device.is_current) return <Row icon="phone" title={name} note={note} />
  return (
    <Row
      icon="phone"
      tone={isMarked ? 'accent' : undefined}
      title={name}
      note={note}
      state={
        <Stack gap={1}>
          {isMarked && <Pill tone="warn">{t('devices.asked')}</Pill>}
          <TextLink
            aria-label={t('devices.refuseLabel', { device: name })}
            onClick={() => ask({ is: 'refuse', device })}
          >
            {t('devices.refuse')}
          </TextLink>
        </Stack>
      }
      end={
        <Button
          kind="secondary"
          size="small"
          aria-label={t('devices.endLabel', { device: name })}
          onClick={() => ask({ is: 'end', device })}
        >
          {t('devices.end')}
        </Button>
      }
    />
  )
}

type DialogProps = { device: Device; onClose: () => void }

function EndDialog({ device, onClose }: DialogProps) {
  const t = useT()
  const host = useHost()
  const name = useDeviceName()(device)
  const end = useSubmit(endDevice, {
    onSuccess(_answer, { id }) {
      writeCache(devices, {}, cached => cached && { list: cached.list.filter(each => each.id !== id) })
      host.showToast(t('devices.ended'), 'good')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('devices.endTitle')}
      text={t('devices.endText', { device: name })}
      confirm={t('devices.end')}
      danger
      busy={end.isRunning}
      onConfirm={() => void end.submit({ id: device.id })}
      onClose={onClose}
    />
  )
}

function RefuseDialog({ device, onRefused, onClose }: DialogProps & { onRefused: () => void }) {
  const t = useT()
  const refuse = useFormCall(refuseDevice, {
    doing: 'save',
    onSuccess() {
      writeCache(devices, {}, cached => cached && { list: cached.list.filter(({ is_current }) => is_current) })
      void Promise.all([refresh(getSetting), refresh(balance)])
      onRefused()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('devices.refuseTitle')}
      text={t('devices.refuseText')}
      confirm={t('devices.refuseConfirm')}
      danger
      busy={refuse.isRunning}
      onConfirm={() => void refuse.submit({ id: device.id })}
      onClose={onClose}
    />
  )
}

/** The one that was asked for, then this device, then the others. */
function sortDevices(list: readonly Device[], wanted: string | null): readonly Device[] {
  const rank = ({ id, is_current }: Device) => (id === wanted ? 0 : is_current ? 1 : 2)
  return list.toSorted((left, right) => rank(left) - rank(right))
}

/** The login password does not work any more: the next step is another one. */
function Refused() {
  const t = useT()
  const { user } = useProfile()
  const findType = user?.login_type ?? 'mobile'
  return (
    <>
      <StepHead title={t('devices.refusedTitle')} note={t('devices.refusedNote')} />
      <Dock>
        <Button block to={appPaths.resetPassword({ findType })}>
          {t('devices.newPassword')}
        </Button>
      </Dock>
    </>
  )
}
