import { appPaths, useBack, useHost } from '@adcoin/remote'
import { defineDraft, usePerson } from '@adcoin/remote/pages'
import { Button, Empty, Failed, Main, NavBar, Screen, Skeleton } from '@adcoin/ui'
import { bindInvite, getSetting, InviteCode, type UserSetting } from '@adcoin/contract'
import { refresh } from '@adcoin/http'
import { Form, useDraft, useErrorText, useFormCall, useSchemaForm } from '@adcoin/remote/forms'
import { TextField } from '@adcoin/ui/pages'
import { useState } from 'react'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { emit } from '../events.ts'
import { useInviterName } from './use-inviter-name.ts'

export function Page() {
  const t = useT()
  const back = useBack(appPaths.team)
  const nameInviter = useInviterName()
  const { data: person, isError, refetch } = usePerson()
  return (
    <Screen>
      <NavBar title={t('titles.bindInvite')} close onBack={back} />
      <Main>
        {!person ? (
          isError ? (
            <Failed onRetry={() => void refetch()} />
          ) : (
            <>
              <Skeleton shape="card" />
              <Skeleton shape="card" />
            </>
          )
        ) : person.inviter_id ? (
          <Empty
            text={t('inviter.already', { name: nameInviter(person) })}
            action={
              <Button kind="secondary" to={appPaths.team}>
                {t('inviter.toTeam')}
              </Button>
            }
          />
        ) : (
          <BindForm person={person} />
        )}
      </Main>
    </Screen>
  )
}

function BindForm({ person }: { person: UserSetting }) {
  const t = useT()
  const { form, error, ...sending } = useBindInviter(person)
  return (
    <Form {...sending} action={t('inviter.submit')}>
      <TextField
        label={t('inviter.code')}
        help={t('inviter.help')}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.register('invite_code')}
      />
      <p className="ac-small ac-2">{t('inviter.account', { id: person.user_id })}</p>
    </Form>
  )
}

const createInviteSchema = (ownCode: string) =>
  v.object({
    invite_code: v.pipe(
      v.string('required'),
      v.minLength(1, 'required'),
      InviteCode,
      v.check(code => code !== ownCode, 'own_code'),
    ),
  })

const inviteDraft = defineDraft({
  owner: 'team',
  name: 'bindInvite',
  version: 1,
  schema: v.object({ invite_code: v.string() }),
})

/** A refusal is shown once, at the field: 'Binding Failed' and its reason. */
function useBindInviter(person: UserSetting) {
  const t = useT()
  const host = useHost()
  const errorText = useErrorText()
  const goBack = useBack(appPaths.team)
  const [hasFailed, setFailed] = useState(false)
  const form = useSchemaForm(createInviteSchema(person.invite_code), { invite_code: '' })
  const dropDraft = useDraft(inviteDraft, form)
  const bind = useFormCall(bindInvite, {
    doing: 'check',
    setError: form.setError,
    fields: {
      invite_code: 'invite_code',
      invite_unknown: 'invite_code',
      invite_done: 'invite_code',
      invite_self: 'invite_code',
      invite_cycle: 'invite_code',
    },
    waitAtButton: true,
    onSuccess: async ({ inviter_id }, _, isOpen) => {
      dropDraft()
      await refresh(getSetting)
      emit('team.inviterBound', { inviterId: inviter_id })
      host.showToast(t('inviter.bound'), 'good')
      if (isOpen) goBack()
    },
    onFailure: ({ key }) => {
      setFailed(key !== 'too_many')
      return false
    },
    onMessage: message => form.setError('invite_code', { message }),
  })
  const { error } = form.getFieldState('invite_code', form.formState)
  const own = { own_code: t('inviter.own'), required: t('inviter.codeMissing') }
  const reason = own[error?.message as keyof typeof own] ?? errorText(error)
  return {
    form,
    isRunning: bind.isRunning,
    wait: bind.wait,
    error:
      hasFailed && reason !== undefined ? t('inviter.failedBecause', { failed: t('inviter.failed'), reason }) : reason,
    submit: form.handleSubmit(
      async ({ invite_code }) => {
        setFailed(false)
        await bind.submit({ user_id: person.user_id, invite_code })
      },
      () => setFailed(false),
    ),
  }
}
