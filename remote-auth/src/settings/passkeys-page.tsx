import { addPasskey, passkeys, passkeyToAdd, removePasskey, type ResponseOf, type UserSetting } from '@adcoin/contract'
import { useCall, useSubmit, writeCache } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack, useHost, useDocumentTitle } from '@adcoin/remote'
import { useFormCall } from '@adcoin/remote/forms'
import { createPasskey, failureText, hasPasskeys, passkeyProblem } from '@adcoin/remote/pages'
import { Button, Empty, Failed, Hint, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { ConfirmDialog, Dock, List, Row } from '@adcoin/ui/pages'
import { useState } from 'react'
import { OwnerStep } from '../owner/owner-step.tsx'
import { useProfile } from '../owner/use-profile.ts'
import { useDeviceName } from './device-name.ts'
import { useT } from '../texts.ts'
import { StepHead } from '../verification/step-head.tsx'

type Passkey = ResponseOf<typeof passkeys>['list'][number]
type Options = ResponseOf<typeof passkeyToAdd>

/** Passkeys of an account that the service takes. */
const most = 10

/** The account's passkeys, and the steps to add one: the owner, then the browser's prompt. */
export function PasskeysPage() {
  const t = useT()
  const back = useBack(appPaths.settings)
  const { user, hasFailed, retry } = useProfile()
  const [isAdding, setAdding] = useState(false)
  useDocumentTitle(t('passkeys.title'))
  return (
    <Screen>
      <NavBar title={t('passkeys.title')} onBack={isAdding ? () => setAdding(false) : back} />
      <Main>
        {user ? (
          isAdding ? (
            <AddPasskey user={user} onDone={() => setAdding(false)} />
          ) : (
            <Passkeys onAdd={() => setAdding(true)} />
          )
        ) : hasFailed ? (
          <Failed onRetry={retry} />
        ) : (
          <Skeleton shape="rows" lines={3} />
        )}
      </Main>
    </Screen>
  )
}

function Passkeys({ onAdd }: { onAdd: () => void }) {
  const t = useT()
  const { data, isError, refetch } = useCall(passkeys, {}, { errors: 'page' })
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="rows" lines={3} />
  const missing = data.list.length >= most ? t('passkeys.most') : undefined
  return (
    <>
      <p className="ac-2">{t('passkeys.what')}</p>
      {data.list.length === 0 ? <Empty text={t('passkeys.empty')} /> : <PasskeyList list={data.list} />}
      {hasPasskeys() ? (
        <Dock>
          <Button block icon="plus" disabledReason={missing} onClick={onAdd}>
            {t('passkeys.add')}
          </Button>
        </Dock>
      ) : (
        <Hint tone="hint" icon="info">
          {t('passkeys.unsupported')}
        </Hint>
      )}
    </>
  )
}

function PasskeyList({ list }: { list: readonly Passkey[] }) {
  const t = useT()
  const host = useHost()
  const nameOf = useDeviceName()
  const [chosen, setChosen] = useState<Passkey>()
  const remove = useSubmit(removePasskey, {
    onSuccess(_answer, { id }) {
      writeCache(passkeys, {}, cached => cached && { list: cached.list.filter(passkey => passkey.id !== id) })
      host.showToast(t('passkeys.removed'), 'good')
      setChosen(undefined)
    },
  })
  return (
    <>
      <List label={t('passkeys.title')}>
        {list.map(passkey => (
          <Row
            key={passkey.id}
            icon="key"
            title={nameOf(passkey)}
            note={<PasskeyNote passkey={passkey} />}
            end={
              <Button
                kind="secondary"
                size="small"
                aria-label={t('passkeys.removeLabel', { device: nameOf(passkey) })}
                onClick={() => setChosen(passkey)}
              >
                {t('passkeys.remove')}
              </Button>
            }
          />
        ))}
      </List>
      <ConfirmDialog
        open={chosen !== undefined}
        title={t('passkeys.removeTitle')}
        text={chosen ? t('passkeys.removeText', { device: nameOf(chosen) }) : ''}
        confirm={t('passkeys.remove')}
        danger
        busy={remove.isRunning}
        onConfirm={() => chosen && void remove.submit({ id: chosen.id })}
        onClose={() => setChosen(undefined)}
      />
    </>
  )
}

function PasskeyNote({ passkey: { created_at, last_used_at, confirms_from } }: { passkey: Passkey }) {
  const t = useT()
  const isNew = Date.parse(confirms_from) > Date.now()
  return (
    <>
      {last_used_at === null
        ? t('passkeys.created', { when: formatDate(created_at, 'relative') })
        : t('passkeys.used', { when: formatDate(last_used_at, 'relative') })}
      {isNew && ` · ${t('passkeys.confirms', { time: formatDate(confirms_from, 'dateTime') })}`}
    </>
  )
}

/** The prompt opens by a press of its own: Safari shows none without. */
function AddPasskey({ user, onDone }: { user: UserSetting; onDone: () => void }) {
  const t = useT()
  const [options, setOptions] = useState<Options>()
  const begin = useFormCall(passkeyToAdd, { doing: 'check', onSuccess: setOptions })
  const { create, isRunning, problem } = useCreatePasskey(onDone, () => setOptions(undefined))
  if (!options) return <OwnerStep user={user} onVerified={verify_ticket => void begin.submit({ verify_ticket })} />
  return (
    <>
      <StepHead title={t('passkeys.ready')} note={t('passkeys.readyNote')} />
      {problem === undefined ? null : (
        <Hint tone="bad" icon="alert" announce>
          {problem}
        </Hint>
      )}
      <Dock>
        <Button block icon="key" busy={isRunning} onClick={() => void create(options)}>
          {t('passkeys.create')}
        </Button>
      </Dock>
    </>
  )
}

/** @param restart  called where the challenge is too old: the owner is asked again */
function useCreatePasskey(onDone: () => void, restart: () => void) {
  const t = useT()
  const host = useHost()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const add = useFormCall(addPasskey, {
    doing: 'save',
    onSuccess(added) {
      writeCache(passkeys, {}, cached => cached && { list: [added, ...cached.list] })
      host.showToast(t('passkeys.added'), 'good')
      onDone()
    },
    onMessage: setProblem,
    onFailure(failure) {
      if (failure.key !== 'ticket_invalid') return false
      host.showToast(failureText(failure), 'bad')
      restart()
      return true
    },
  })

  async function create(options: Options): Promise<void> {
    setProblem(undefined)
    setAsking(true)
    try {
      await add.submit(await createPasskey(options))
    } catch (error) {
      setProblem(passkeyProblem(error))
    }
    setAsking(false)
  }
  return { create, isRunning: isAsking || add.isRunning, problem }
}
