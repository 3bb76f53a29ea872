import { useEffect, useState } from 'react'
import { createLazyPage } from '@adcoin/remote'
import { NavigationProgress } from './navigation-progress.tsx'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import { openPanel } from '../state/panels.ts'
import { useShell } from '../state/shell.ts'

const sheets = createLazyPage(() => import(/* webpackChunkName: "later" */ './sheets.tsx'))

/** Help and language, loaded when first opened. If that fails, a toast reports it. */
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
