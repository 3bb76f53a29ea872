import { useCallback, useEffect, useRef, type RefObject } from 'react'

/**
 * Whether somebody has typed into this place since it appeared and not sent it yet.
 *
 * @returns asks at the moment of the call
 */
export function useDirty(place: RefObject<HTMLElement | null>): () => boolean {
  const isDirty = useRef(false)
  useEffect(() => {
    const element = place.current
    const onInput = () => {
      isDirty.current = true
    }
    const onSubmit = () => {
      isDirty.current = false
    }
    element?.addEventListener('input', onInput, { capture: true })
    element?.addEventListener('submit', onSubmit, { capture: true })
    return () => {
      element?.removeEventListener('input', onInput, { capture: true })
      element?.removeEventListener('submit', onSubmit, { capture: true })
    }
  })
  return useCallback(() => isDirty.current, [])
}
