import type { BoundAccount, TaskDetail } from '@adcoin/contract'
import { useFields, type UseFormReturn } from '@adcoin/remote/forms'
import { Button } from '@adcoin/ui'
import { List, Row, TextField } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import type { SubmissionDraft } from './requirements.ts'

type ProfileProps = {
  form: UseFormReturn<SubmissionDraft>
  fields: TaskDetail['submit_fields']
  account: BoundAccount | undefined
}

/** The profile of a bound account is one row, until the person changes it or it is refused; else one field each. */
export function ProfileFields({ form, fields, account }: ProfileProps) {
  const t = useT()
  const field = useFields(form)
  const [isTyping, setTyping] = useState(false)
  const { errors } = form.formState
  const [name, link] = form.watch(['username', 'homepage_link'])
  const asksName = fields.includes('username')
  const asksLink = fields.includes('homepage_link')
  const isWrong = errors.username !== undefined || errors.homepage_link !== undefined
  if (!asksName && !asksLink) return null
  if (account && name === account.username && link === account.link && !isTyping && !isWrong)
    return (
      <List label={t('submit.profile')}>
        <Row
          icon="user"
          title={`@${name}`}
          note={link.replace(/^https:\/\//, '')}
          end={
            <Button kind="tonal" size="small" onClick={() => setTyping(true)}>
              {t('submit.change')}
            </Button>
          }
        />
      </List>
    )
  return (
    <>
      {asksName ? (
        <TextField label={t('submit.username')} autoCapitalize="none" autoComplete="off" {...field('username')} />
      ) : null}
      {asksLink ? (
        <TextField
          label={t('submit.homepage')}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          placeholder="https://"
          {...field('homepage_link')}
        />
      ) : null}
    </>
  )
}
