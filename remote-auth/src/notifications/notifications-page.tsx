import { pushKey, pushKinds, type PushKind } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { appPaths, useBack } from '@adcoin/remote'
import { Button, Empty, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { Card, Dock, List, Row, Stack, Switch } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { readPushSupport } from './push.ts'
import { usePush } from './use-push.ts'

/** Push notifications of this device: what they are, and one switch for each kind. */
export function Page() {
  const t = useT()
  const support = readPushSupport()
  const back = useBack(appPaths.settings)
  return (
    <Screen>
      <NavBar title={t('titles.notifications')} onBack={back} />
      <Main>
        <p className="ac-2">{t('push.what')}</p>
        {support === 'yes' ? (
          <Offer />
        ) : (
          <Hint tone="hint" icon="phone">
            {t(support === 'install' ? 'push.install' : 'push.unsupported')}
          </Hint>
        )}
      </Main>
    </Screen>
  )
}

function Offer() {
  const t = useT()
  const { data, isError, refetch } = useCall(pushKey, {}, { errors: 'page' })
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="card" lines={4} />
  return data.public_key === null ? <Empty text={t('push.none')} /> : <Device publicKey={data.public_key} />
}

const icons = { paid: 'in', returned: 'refresh', rejected: 'alert', expiring: 'clock' } as const

function Device({ publicKey }: { publicKey: string }) {
  const t = useT()
  const { device, isRunning, ...push } = usePush(publicKey)
  if (device.is === 'loading') return <Skeleton shape="card" lines={4} />
  if (device.is === 'on') return <Kinds kinds={device.kinds} isRunning={isRunning} {...push} />
  return (
    <>
      <List label={t('titles.notifications')}>
        {pushKinds.map(kind => (
          <Row key={kind} icon={icons[kind]} title={t(`push.kinds.${kind}`)} />
        ))}
      </List>
      {device.is === 'denied' && (
        <Hint tone="warn" icon="alert" announce>
          {t('push.denied')}
        </Hint>
      )}
      {device.is === 'failed' && (
        <Hint tone="bad" icon="alert" announce>
          {t('push.failed')}
        </Hint>
      )}
      <Dock>
        {device.is === 'denied' ? (
          <Button kind="secondary" block busy={isRunning} onClick={push.read}>
            {t('push.again')}
          </Button>
        ) : (
          <Button block busy={isRunning} onClick={push.turnOn}>
            {t('push.turnOn')}
          </Button>
        )}
      </Dock>
    </>
  )
}

type KindsProps = Pick<ReturnType<typeof usePush>, 'isRunning' | 'change' | 'turnOff'> & { kinds: readonly PushKind[] }

function Kinds({ kinds, isRunning, change, turnOff }: KindsProps) {
  const t = useT()
  return (
    <>
      <Card>
        <Stack gap={2}>
          {pushKinds.map(kind => (
            <Switch
              key={kind}
              label={t(`push.kinds.${kind}`)}
              checked={kinds.includes(kind)}
              disabled={isRunning}
              onChange={isOn => change(pushKinds.filter(each => (each === kind ? isOn : kinds.includes(each))))}
            />
          ))}
        </Stack>
      </Card>
      <Dock>
        <Button kind="secondary" block busy={isRunning} onClick={turnOff}>
          {t('push.turnOff')}
        </Button>
      </Dock>
    </>
  )
}
