import { useEffect, useState } from 'react'
import { createLazyPage } from '@adcoin/remote'
import { NavigationProgress } from './navigation-progress.tsx'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import { openPanel } from '../state/panels.ts'
import { useShell } from '../state/shell.ts'

const sheets = createLazyPage(() => import(/* webpackChunkName: "later" */ './sheets.tsx'))

/**
 * Help and language, brought when one is first opened, which is rarely before they are there. If they cannot be had, a
 * toast says so.
 */
export function LateSheets({ late = sheets }: { late?: typeof sheets }) {
  const t = texts.useT()
  const { toasts } = useShell()
  const isWanted = useCell(openPanel) !== null
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return
    late.preload().then(
      () => setHere(true),
      () => {
        openPanel.set(null)
        toasts.show(t('area.text'), 'bad')
      },
    )
  }, [isHere, isWanted, late, t, toasts])
  if (isHere) return <late.Page />
  return <NavigationProgress isRunning={isWanted} />
}
