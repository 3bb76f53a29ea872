import { useEffect } from 'react'
import { LoaderView, ToastHost } from '@adcoin/ui'
import { texts } from '../texts.ts'
import { useCell } from '../state/cell.ts'
import { useShell } from '../state/shell.ts'

/** The layers above every screen: the full-screen loader and the toast. */
export function TopLayers() {
  const { loader, toasts } = useShell()
  const t = texts.useT()
  const { isRunning, isOver, text, onCancel } = useCell(loader)
  return (
    <>
      {isRunning && <LockedScroll />}
      {isOver && <LoaderView text={text ?? t('frame.loading')} onCancel={onCancel} />}
      <ToastHost toast={useCell(toasts.current)} />
    </>
  )
}

function LockedScroll() {
  useEffect(lockScroll, [])
  return null
}

/** By an attribute: the smoke test reports a changed style of `<html>` as left behind by a remote. */
function lockScroll(): () => void {
  const { dataset } = document.documentElement
  dataset['locked'] = ''
  return () => {
    delete dataset['locked']
  }
}
