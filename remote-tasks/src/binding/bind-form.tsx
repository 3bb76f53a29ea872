import type { BoundAccount, boundAccounts, ResponseOf } from '@adcoin/contract'
import { useErrorText } from '@adcoin/remote/forms'
import { Button, Hint } from '@adcoin/ui'
import { Dock, Lead, SelectField, TextField } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useBind } from './use-bind.ts'

type Platforms = ResponseOf<typeof boundAccounts>['platforms']

/**
 * Names a social account and its profile.
 *
 * Long because it is one form: a block for each field, in the order in which people fill them in.
 */
export function BindForm({
  platforms,
  account,
  onDone,
}: {
  platforms: Platforms
  account: BoundAccount | undefined
  onDone: () => void
}) {
  const t = useT()
  const errorText = useErrorText()
  const { form, submit, isRunning, wait } = useBind({
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
      <Lead level={2} title={t('bind.title')} note={t('bind.note')} />
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
        {...register('homepage_link')}
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
