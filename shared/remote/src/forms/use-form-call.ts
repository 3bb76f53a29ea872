import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { useSubmit, type HttpFailure, type Submit } from '@adcoin/http'
import { formatWait } from '@adcoin/i18n/formats'
import { applyFailure, type SetError } from './form.tsx'
import { useHost } from '../host.tsx'
import { sharedTexts } from '../texts.ts'
import { failureText, doingText, type Doing } from '../pages/failure-text.ts'
import { useCountdown } from '../pages/use-countdown.ts'

export type FormCall<C extends Call, Field extends string> = {
  /** Without a form every message is a toast. */
  readonly setError?: SetError<Field>
  /** A field of the call, or an error key, to the form's field where the message belongs. */
  readonly fields?: Readonly<Partial<Record<string, Field>>>
  /** `isOpen`: the form is still on the screen; only then navigate. */
  readonly onSuccess: (answer: ResponseOf<C>, input: RequestOf<C>, isOpen: boolean) => void | Promise<void>
  /** Return true if you handled the failure. */
  readonly onFailure?: (failure: HttpFailure, input: RequestOf<C>) => boolean
  /** Shows a message that belongs to no field; default: a toast. */
  readonly onMessage?: (text: string, failure: HttpFailure) => void
  /** The button shows `wait` (`disabledReason`); without it a toast shows the time to wait. */
  readonly waitAtButton?: boolean
  /** Action named by the full-screen loader; default: sending. */
  readonly doing?: Doing
}

/** The time for which a network error is shown. Source: specification.md 8. */
const networkMs = 2000

/**
 * Sends a form's call: a rejected field shows its error, any other failure is a toast; never both. After "too many"
 * nothing is sent until the service's seconds are over (`wait`). Source: rulings.md R6, faults.md J13.
 */
export function useFormCall<C extends Call, Field extends string>(
  call: C,
  { setError, fields = {}, onSuccess, onFailure, onMessage, waitAtButton = false, doing = 'send' }: FormCall<C, Field>,
): Submit<C> & { readonly wait: string | undefined } {
  const host = useHost()
  const t = sharedTexts.useT()
  const pause = useCountdown(call.path)
  const sending = useSubmit(call, {
    errors: 'page',
    loaderText: doingText(doing),
    onSuccess,
    onFailure(failure, input) {
      // The shell shows above the screen that the session is over; nothing needs to be added.
      if (failure.kind === 'unauthorised') return
      if (onFailure?.(failure, input)) return
      if (failure.key === 'too_many' && failure.retryAfter) return startPause(failure.retryAfter)
      const rest = setError ? applyFailure(failure, setError, fields) : failureText(failure)
      if (rest === undefined) return
      if (onMessage) onMessage(rest, failure)
      else if (failure.kind === 'refused') host.showToast(rest, 'bad')
      else host.showToast(rest, 'bad', networkMs)
    },
  })

  function startPause(seconds: number): void {
    if (seconds !== pause.left) pause.start(seconds)
    if (!waitAtButton) host.showToast(t('failure.wait', { time: formatWait(seconds) }), 'bad')
  }

  return {
    ...sending,
    submit: async input => (pause.left > 0 ? void startPause(pause.left) : await sending.submit(input)),
    wait: pause.left > 0 ? t('failure.wait', { time: formatWait(pause.left) }) : undefined,
  }
}
