import { useEffect, useEffectEvent } from 'react'
import { dropDraft, isSecretField, readDraft, saveDraft } from '@adcoin/session'

/** The part of react-hook-form's form that a draft needs, without depending on it. */
export type DraftForm<Values extends object> = {
  getValues(): Values
  reset(values: Values, options?: { keepDefaultValues?: boolean }): void
  subscribe(options: { formState: { values: true }; callback: (state: { values: Values }) => void }): () => void
}

/**
 * Keeps what is typed in a form over a reload, a crash or a change of screen, for this person and route.
 * Passwords and codes are never kept (`isSecretField`). Returns what to call when the form has done its work.
 */
export function useDraft<Values extends object>(route: string, form: DraftForm<Values>): () => void {
  const restore = useEffectEvent(() => {
    const kept = readDraft(route)
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return
    const now = { ...form.getValues() } as Record<string, unknown>
    for (const [name, value] of Object.entries(kept))
      if (name in now && typeof value === typeof now[name] && !isSecretField(name)) now[name] = value
    // Each value has the type of the one that it replaces, so the record still is a `Values`.
    form.reset(now as Values, { keepDefaultValues: true })
  })
  const subscribe = useEffectEvent(() =>
    form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(route, values) }),
  )

  useEffect(() => {
    restore()
    return subscribe()
  }, [route])

  return () => dropDraft(route)
}
