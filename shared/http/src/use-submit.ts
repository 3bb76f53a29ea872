import type { Call, RequestOf, ResponseOf } from '@adcoin/contract'
import { useSession } from '@adcoin/session'
import { useEffect, useRef, useState } from 'react'
import { failureOf, type HttpFailure } from './failure.ts'
import { findPendingKey, remember, settle } from './pending.ts'
import { reportFailure } from './reports.ts'
import { send, type SendOptions } from './send.ts'

export type SubmitOptions<C extends Call> = Pick<
  SendOptions,
  'loader' | 'loaderText' | 'errors' | 'onUploadProgress' | 'signal'
> & {
  /** Called for every answer, also after the form was left: update caches always, navigate only while `isOpen`. */
  readonly onSuccess?: (answer: ResponseOf<C>, input: RequestOf<C>, isOpen: boolean) => void | Promise<void>
  readonly onFailure?: (failure: HttpFailure, input: RequestOf<C>) => void
  /**
   * An idempotency key is made when the form opens and renewed after a success; default: wherever the call takes one.
   */
  readonly idempotent?: boolean
}

export type Submit<C extends Call> = {
  /**
   * Resolves with the answer, or undefined when it failed (see `failure`), was cancelled, or another submission is
   * running. Never rejects.
   */
  readonly submit: (input: RequestOf<C>) => Promise<ResponseOf<C> | undefined>
  readonly isRunning: boolean
  readonly failure: HttpFailure | null
  readonly reset: () => void
}

/**
 * Sends a form, for the session that the screen shows and for no other. A second tap while it runs does nothing. With
 * an idempotency key a lost answer is asked for once more at once, and every later attempt of the same form carries the
 * same key, so that the service does it once. Source: specification.md 7, rulings.md R5, faults.md I08.
 */
export function useSubmit<C extends Call>(call: C, options: SubmitOptions<C> = {}): Submit<C> {
  return useSubmitBy(send, call, options)
}

/** `useSubmit` with another `send`: `http-of.ts` passes one that counts a remote's requests. */
export function useSubmitBy<C extends Call>(sendCall: typeof send, call: C, options: SubmitOptions<C> = {}): Submit<C> {
  const [state, setState] = useState<{ isRunning: boolean; failure: HttpFailure | null }>({
    isRunning: false,
    failure: null,
  })
  const sessionEpoch = useSession(session => session.sessionEpoch)
  const latest = useRef(options)
  const running = useRef(false)
  const isOpen = useRef(true)
  const formKey = useRef<string>(undefined)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    isOpen.current = true
    // Its request ended while the form was hidden.
    if (!running.current) setState(state => (state.isRunning ? { isRunning: false, failure: null } : state))
    return () => void (isOpen.current = false)
  }, [])
  const show = (next: typeof state) => {
    if (isOpen.current) setState(next)
  }

  async function submit(input: RequestOf<C>): Promise<ResponseOf<C> | undefined> {
    if (running.current) return undefined
    running.current = true
    show({ isRunning: true, failure: null })
    const { idempotent = call.idempotency !== 'none', onSuccess, onFailure } = latest.current
    const key = idempotent ? (findPendingKey(call, input) ?? (formKey.current ??= crypto.randomUUID())) : undefined
    if (key !== undefined) remember(call, input, key)
    try {
      const answer = await sendTwice(sendCall, call, input, { ...latest.current, idempotencyKey: key, sessionEpoch })
      settle(call)
      formKey.current = undefined
      running.current = false
      show({ isRunning: false, failure: null })
      await onSuccess?.(answer, input, isOpen.current)
      return answer
    } catch (thrown) {
      const failure = failureOf(thrown)
      running.current = false
      // The service did something else under this key; the person sees it, and the next request is a new one.
      if (failure.key === 'idem_mismatch') formKey.current = undefined
      if (!failure.isUnanswered && failure.kind !== 'cancelled') settle(call)
      show({ isRunning: false, failure: failure.kind === 'cancelled' ? null : failure })
      reportFailure(failure, latest.current.errors ?? call.errors)
      if (failure.kind !== 'cancelled') onFailure?.(failure, input)
      return undefined
    }
  }
  return { ...state, submit, reset: () => show({ isRunning: running.current, failure: null }) }
}

/** Time before a lost answer is asked for again. */
const pauseMs = 700

async function sendTwice<C extends Call>(
  sendCall: typeof send,
  call: C,
  input: RequestOf<C>,
  options: SendOptions,
): Promise<ResponseOf<C>> {
  const quietOptions: SendOptions = { ...options, errors: 'page' }
  try {
    return await sendCall(call, input, quietOptions)
  } catch (thrown) {
    const { kind } = failureOf(thrown)
    const mayBeDone =
      options.idempotencyKey !== undefined &&
      (kind === 'offline' || kind === 'broken') &&
      globalThis.navigator?.onLine !== false
    if (!mayBeDone) throw thrown
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    return await sendCall(call, input, quietOptions)
  }
}
