import { useEffectEvent, useLayoutEffect } from 'react'
import type { Draft } from '../pages/draft.ts'

/** The part of react-hook-form's form that a draft needs, without depending on it. */
export type DraftForm<Values extends object> = {
  getValues(): Values
  reset(values: Values, options?: { keepDefaultValues?: boolean }): void
  subscribe(options: { formState: { values: true }; callback: (state: { values: Values }) => void }): () => void
}

/**
 * Keeps what is typed in a form over a reload, a crash or a change of screen: the fields that the draft's schema names.
 *
 * @param part  which one, where the same form is filled in for several things: a task, an account
 * @returns deletes the draft; call it after the form was submitted
 */
export function useDraft<Kept extends object, Values extends Kept>(
  draft: Draft<Kept>,
  form: DraftForm<Values>,
  part?: string,
): () => void {
  const restore = useEffectEvent(() => {
    const draftValues = draft.read(part)
    if (draftValues) form.reset({ ...form.getValues(), ...draftValues }, { keepDefaultValues: true })
  })
  const subscribe = useEffectEvent(() =>
    form.subscribe({ formState: { values: true }, callback: ({ values }) => draft.save(values, part) }),
  )

  // Before the browser paints: later, the draft would replace what the person has begun to type.
  useLayoutEffect(() => {
    restore()
    return subscribe()
  }, [draft, part])

  return () => draft.drop(part)
}
