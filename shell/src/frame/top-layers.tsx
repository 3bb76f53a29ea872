import { useEffect } from 'react'
import { LoaderView, ToastHost } from '@adcoin/ui'
import { texts } from '../texts.ts'
import { useCell } from './cell.ts'
import { useShell } from './shell.ts'

/** What lies above every screen: the full-screen loader and the toast. */
export function TopLayers() {
  const { loader, toasts } = useShell()
  const { isRunning, text } = useCell(loader)
  return (
    <>
      {isRunning && <RunningLoader text={text} />}
      <ToastHost toast={useCell(toasts.current)} />
    </>
  )
}

function RunningLoader({ text }: { text: string | undefined }) {
  const t = texts.useT()
  useEffect(lockScroll, [])
  return <LoaderView text={text ?? t('frame.loading')} />
}

/** By an attribute: a style on the page's root is what remotes leave behind, and is taken away. */
function lockScroll(): () => void {
  const { dataset } = document.documentElement
  dataset['locked'] = ''
  return () => {
    delete dataset['locked']
  }
}
