import type { HttpFailure } from '@adcoin/http'
import { failureText } from '@adcoin/remote/pages'
import { messageMs, networkMs, type Toasts } from '../state/toasts.ts'

/**
 * A refusal in the service's own words is shown longer than the general word of a network error. Source:
 * specification.md 8.
 */
export function showFailure(toasts: Pick<Toasts, 'show'>, failure: HttpFailure): void {
  toasts.show(failureText(failure), 'bad', failure.kind === 'refused' ? messageMs : networkMs)
}
