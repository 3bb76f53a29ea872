import { appPaths, withQuery } from '@adcoin/remote'
import { useNavigate } from '@adcoin/router'
import type { Method } from '../account/account-form.ts'
import { useT } from '../texts.ts'
import { ResetFlow } from './reset-flow.tsx'

export function ResetFromLogin({ method }: { method: Method }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <ResetFlow
      method={method}
      note={t('reset.note')}
      leaveTo={appPaths.login}
      onMethod={next => void navigate(withQuery(appPaths.login, { reset: next }), { replace: true })}
      onDone={() => void navigate(appPaths.login, { replace: true })}
    />
  )
}
