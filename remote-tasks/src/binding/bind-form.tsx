import type { BoundAccount } from '@adcoin/contract'
import { joined } from '@adcoin/i18n/formats'
import { useErrorText } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { Dock, Lead, SelectField, TextField } from '@adcoin/ui/pages'
import type { ReactNode } from 'react'
import { useT } from '../texts.ts'
import { useReviewTime } from '../status/review-time.ts'
import { useBind } from './use-bind.ts'
import type { Platform } from './use-bound-accounts.ts'

/**
 * Names a social account and its profile.
 *
 * Long because it is one form: a block for each field, in the order in which people fill them in.
 */
export function BindForm({
  platforms,
  minutes,
  rules,
  account,
  onDone,
}: {
  platforms: readonly Platform[]
  /** How long a check usually takes. */
  minutes: number | undefined
  /** What the account must have, said before anything is typed. */
  rules: ReactNode
  account: BoundAccount | undefined
  onDone: () => void
}) {
  const t = useT()
  const errorText = useErrorText()
  const reviewTime = useReviewTime()
  const { form, submit, takeName, isRunning, wait } = useBind({
    platforms,
    ...(account && { id: account.id }),
    done: onDone,
    start: {
      platform: account?.platform ?? platforms[0]?.code ?? '',
      username: account?.username ?? '',
      homepage_link: account?.link ?? '',
    },
  })
  const {
    register,
    formState: { errors },
  } = form
  const chosen = platforms.find(platform => platform.code === form.watch('platform'))
  return (
    <form className="ac-stack" noValidate onSubmit={event => void submit(event)}>
      <Lead level={2} title={t('bind.title')} note={joined([t('bind.note'), reviewTime(minutes ?? 0)])} />
      {rules}
      <SelectField
        label={t('bind.platform')}
        placeholder={null}
        error={errorText(errors.platform)}
        options={platforms.map(({ code, name }) => ({ value: code, label: name }))}
        {...register('platform')}
      />
      <TextField
        label={t('submit.username')}
        error={errorText(errors.username)}
        autoCapitalize="none"
        autoComplete="off"
        placeholder="@"
        {...register('username')}
      />
      <TextField
        label={t('submit.homepage')}
        help={t('bind.homepageHelp', { example: chosen?.example ?? 'https://' })}
        error={errorText(errors.homepage_link)}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        placeholder="https://"
        {...register('homepage_link', {
          onBlur: (event: { target: { value: string } }) => takeName(event.target.value),
        })}
      />
      <Hint tone="hint" icon="lock">
        {t('bind.privacy')}
      </Hint>
      <Dock>
        <Button block type="submit" busy={isRunning} disabledReason={wait}>
          {account ? t('bind.again') : t('bind.submit')}
        </Button>
      </Dock>
    </form>
  )
}
