import { useEffect, useState } from 'react'
import { createLazyPage } from '@adcoin/remote'
import { Late } from '../state/late.tsx'
import { useShell } from '../state/shell.ts'
import { isInspectorOpen, searchAtStart } from './search-at-start.ts'

const overridePage = createLazyPage(() => import(/* webpackChunkName: "override" */ './override-page.tsx'))

/**
 * Shows the overrides of this browser, asks before one is used, and inspects the page: loaded on request, and drawn
 * only where the deployment allows it.
 */
export function Page() {
  const { overrides } = useShell().composition.insight
  const [isWanted, setWanted] = useState(() => /[?&](use|inspect)\b/.test(searchAtStart))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // With AltGr some keyboards write a letter.
      if (event.code !== 'KeyI' || !event.ctrlKey || !event.altKey || event.getModifierState('AltGraph')) return
      event.preventDefault()
      isInspectorOpen.set(!isInspectorOpen.get())
      setWanted(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isWanted || overrides().length > 0 ? <Late part={overridePage.Page} /> : null
}
