import type { PageRefusal } from '@adcoin/contract/operations'
import { Hint } from '@adcoin/ui'

/** A refusal with its place and its remedy; announced at once, because it answers an action. */
export function RefusalHint({ refusals }: { refusals: readonly PageRefusal[] }) {
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
