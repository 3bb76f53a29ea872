import type { BoundAccount } from '@adcoin/contract'
import { joined } from '@adcoin/i18n/formats'
import { Form, useFields } from '@adcoin/remote/forms'
import { Hint } from '@adcoin/ui'
import { Lead, SelectField, TextField } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { useReviewTime } from '../status.tsx'
import { useT } from '../texts.ts'
import { useBind } from './use-bind.ts'
import type { Platform } from './use-bound-accounts.ts'

type BindFormProps = {
  platforms: readonly Platform[]
  /** Usual minutes of a check. */
  minutes: number | undefined
  /** The minimums of an account. */
  rules: ReactNode
  account: BoundAccount | undefined
  onDone: () => void
}

export function BindForm({ platforms, minutes, rules, account, onDone }: BindFormProps) {
  const t = useT()
  const reviewTime = useReviewTime()
  const { form, takeName, ...sending } = useBind({ platforms, account, onDone })
  const field = useFields(form)
  const chosen = platforms.find(platform => platform.code === form.watch('platform'))
  return (
    <Form {...sending} action={t(account ? 'bind.again' : 'bind.submit')}>
      <Lead level={2} title={t('bind.title')} note={joined([t('bind.note'), reviewTime(minutes ?? 0)])} />
      {rules}
      <SelectField
        label={t('bind.platform')}
        placeholder={null}
        options={platforms.map(({ code, name }) => ({ value: code, label: name }))}
        {...field('platform')}
      />
      <TextField
        label={t('submit.username')}
        autoCapitalize="none"
        autoComplete="off"
        placeholder="@"
        {...field('username')}
      />
      <TextField
        label={t('submit.homepage')}
        help={t('bind.homepageHelp', { example: chosen?.example ?? 'https://' })}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        placeholder="https://"
        {...field('homepage_link', {
          onBlur: (event: { target: { value: string } }) => takeName(event.target.value),
        })}
      />
      <Hint tone="hint" icon="lock">
        {t('bind.privacy')}
      </Hint>
    </Form>
  )
}
