import type { PageRefusal } from '@adcoin/contract/operations'
import { Hint } from '@adcoin/ui'

/** Why not, where, and what helps; said at once, because it answers what somebody did. */
export function Refused({ refusals }: { refusals: readonly PageRefusal[] }) {
  return (
    <Hint tone="bad" announce>
      {refusals.map(({ rule, place, says, remedy }) => (
        <div key={`${rule} ${place}`}>
          <p>
            <strong>{place}</strong>: {says}.
          </p>
          {remedy && <p className="ac-small ac-2">{remedy}</p>}
        </div>
      ))}
    </Hint>
  )
}
