import { appPaths } from '@adcoin/remote'
import { useCopy } from '@adcoin/remote/pages'
import { Button, Failed, IconButton, Skeleton } from '@adcoin/ui'
import { Card } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { spaced } from './invite-code.ts'
import { usePerson } from './use-team.ts'

export function CodeCard() {
  const t = useT()
  const copy = useCopy()
  const { data, isError, refetch } = usePerson()
  if (!data) return isError ? <Failed onRetry={() => void refetch()} /> : <Skeleton shape="card" lines={5} />
  return (
    <Card className="ac-stack">
      <div className="ac-between">
        <div>
          <p className="ac-small ac-2">{t('team.code')}</p>
          <p className="ac-h1 ac-num">{spaced(data.invite_code)}</p>
        </div>
        <IconButton
          className="ac-iconbtn--filled"
          icon="copy"
          label={t('team.copyCode')}
          onClick={() => void copy(data.invite_code)}
        />
      </div>
      <Button block icon="share" to={appPaths.invite}>
        {t('team.invite')}
      </Button>
    </Card>
  )
}
