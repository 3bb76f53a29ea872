import { launch } from '@adcoin/contract'
import { useCall } from '@adcoin/http'
import { Hint } from '@adcoin/ui'

/** Notices of the operator before money moves: a demonstration, a pause, a change of terms. */
export function OperatorNotices() {
  const { data } = useCall(launch, {}, { staleTime: 60_000, errors: 'page' })
  return data?.notice.map(({ key, text }) => (
    <Hint key={key} tone="warn" icon="info">
      {text}
    </Hint>
  ))
}
