import { appPaths } from '@adcoin/remote'
import { useSession } from '@adcoin/session'
import { Button, Empty, Failed, Main, Screen, TextLink } from '@adcoin/ui'
import { ConfirmDialog } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { Waiting } from '../waiting.tsx'
import { useHandOver } from './use-hand-over.ts'

export function Page() {
  const { state, accept, check, stay } = useHandOver()
  const t = useT()
  if (state.is === 'failed') return <HandOverRefused />
  if (state.is === 'unchecked') return <RequestFailed onRetry={() => void check(state.token)} />
  return (
    <Screen>
      <Waiting title={t('handOver.waiting')} note={t('handOver.waitingNote')} />
      {state.is === 'asking' && <SwitchQuestion onSwitch={() => void accept(state.result)} onStay={stay} />}
    </Screen>
  )
}

function SwitchQuestion({ onSwitch, onStay }: { onSwitch: () => void; onStay: () => void }) {
  const t = useT()
  const user = useSession(session => session.user)
  const person = user?.nick_name ?? user?.mobile ?? user?.email
  return (
    <ConfirmDialog
      open
      title={t('handOver.switchTitle')}
      text={person ? t('handOver.switchText', { person }) : t('handOver.switchUnknown')}
      confirm={t('handOver.switch')}
      cancel={t('handOver.stay')}
      onConfirm={onSwitch}
      onClose={onStay}
    />
  )
}

/** The request failed: nothing is changed. */
function RequestFailed({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <Screen>
      <Main>
        <h1 className="ac-sr" tabIndex={-1}>
          {t('handOver.waiting')}
        </h1>
        <Failed onRetry={onRetry} />
      </Main>
    </Screen>
  )
}

function HandOverRefused() {
  const t = useT()
  const isSignedIn = useSession(session => session.person !== null)
  return (
    <Screen>
      <Main>
        <h1 className="ac-sr" tabIndex={-1}>
          {t('handOver.failed')}
        </h1>
        <Empty
          area
          title={t('handOver.failed')}
          text={<span role="alert">{t(isSignedIn ? 'handOver.failedStay' : 'handOver.failedNote')}</span>}
          action={
            isSignedIn ? (
              <Button to={appPaths.home}>{t('handOver.stay')}</Button>
            ) : (
              <>
                <Button to={appPaths.login}>{t('handOver.login')}</Button>
                <TextLink to={appPaths.launch}>{t('handOver.start')}</TextLink>
              </>
            )
          }
        />
      </Main>
    </Screen>
  )
}
