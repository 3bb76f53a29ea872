import type { BoundAccount, TaskDetail } from '@adcoin/contract'
import { useFields, type UseFormReturn } from '@adcoin/remote/forms'
import { Avatar, List, Row, SelectField, Stack, TextField } from '@adcoin/ui/pages'
import { Button } from '@adcoin/ui'
import { useState } from 'react'
import type { SocialPlatform } from '../binding/use-bound-accounts.ts'
import { useT } from '../texts.ts'
import { fillFromAccount, type SubmissionDraft } from './requirements.ts'

type AccountProps = {
  form: UseFormReturn<SubmissionDraft>
  fields: TaskDetail['submit_fields']
  accounts: readonly BoundAccount[]
  platforms: readonly SocialPlatform[]
}

const ofAccount = ['account_id', 'username', 'homepage_link'] as const

/** The account that the person posted from, as one row, until they change it or it is refused; else one field each. */
export function AccountFields({ form, fields, accounts, platforms }: AccountProps) {
  const t = useT()
  const [isTyping, setTyping] = useState(false)
  const { errors } = form.formState
  const [id, name, link] = form.watch(ofAccount)
  const needed = ofAccount.filter(field => fields.includes(field))
  if (needed.length === 0) return null
  const account = accounts.find(bound => bound.id === id)
  const isFilled = account && name === account.username && link === account.link
  if (!isFilled || isTyping || needed.some(field => errors[field]))
    return <OwnFields {...{ form, needed, accounts }} onChosen={() => setTyping(false)} />
  const canChange = accounts.length > 1 || needed.length > 1
  return (
    <Stack gap={2}>
      <span className="ac-field__label">{t('submit.profile')}</span>
      <List label={t('submit.profile')}>
        <Row
          icon={{ node: <Avatar name={account.username} src={account.avatar} /> }}
          title={`@${name}`}
          note={platforms.find(({ code }) => code === account.platform)?.name ?? account.platform}
          end={
            canChange ? (
              <Button kind="tonal" size="small" onClick={() => setTyping(true)}>
                {t('submit.change')}
              </Button>
            ) : undefined
          }
        />
      </List>
    </Stack>
  )
}

type OwnFieldsProps = {
  form: UseFormReturn<SubmissionDraft>
  needed: readonly (typeof ofAccount)[number][]
  accounts: readonly BoundAccount[]
  onChosen: () => void
}

/** The account to choose; name and link of its profile to type. */
function OwnFields({ form, needed, accounts, onChosen }: OwnFieldsProps) {
  const t = useT()
  const field = useFields(form)
  const choose = (event: { target: { value: string } }) => {
    const { username, homepage_link } = fillFromAccount(accounts.find(bound => bound.id === event.target.value))
    form.setValue('username', username, { shouldDirty: true })
    form.setValue('homepage_link', homepage_link, { shouldDirty: true })
    onChosen()
  }
  return (
    <>
      {needed.includes('account_id') ? (
        <SelectField
          label={t('submit.account')}
          help={t(accounts.length ? 'submit.accountHelp' : 'submit.accountNone')}
          {...field('account_id', { onChange: choose })}
          options={accounts.map(({ id, username }) => ({ value: id, label: `@${username}` }))}
        />
      ) : null}
      {needed.includes('username') ? (
        <TextField
          label={t('submit.username')}
          autoCapitalize="none"
          autoComplete="off"
          {...field('username', { required: t('bind.usernameMissing') })}
        />
      ) : null}
      {needed.includes('homepage_link') ? (
        <TextField
          label={t('submit.homepage')}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          placeholder="https://"
          {...field('homepage_link', { required: t('bind.linkMissing') })}
        />
      ) : null}
    </>
  )
}
