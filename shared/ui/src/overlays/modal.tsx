import { useEffectEvent, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { closeOnBack } from './close-on-back.ts'
import { registerOpenDialog } from './top-layer.tsx'

type ModalProps = {
  className: string
  role?: 'alertdialog' | undefined
  labelledBy: string
  describedBy?: string | undefined
  /** Esc, back, a press beside it. */
  onClose: () => void
  children: ReactNode
}

/**
 * The platform's modal dialog: focus stays within, everything else is inert, Esc and the phone's back button close it.
 * Focus returns to what was focused before. Mount it to open it.
 */
export function Modal({ className, role, labelledBy, describedBy, onClose, children }: ModalProps) {
  const { dialog, isShown } = useShownDialog(onClose)
  // A press must begin and end beside the dialog: selecting text and letting go outside closes nothing.
  const beganBeside = useRef(false)
  const isBeside = (event: MouseEvent<HTMLDialogElement>) =>
    event.target === event.currentTarget && isOutside(event, event.currentTarget.getBoundingClientRect())

  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-modal="true"
      tabIndex={-1}
      onMouseDown={event => {
        beganBeside.current = isBeside(event)
      }}
      onClick={event => {
        if (beganBeside.current && isBeside(event)) onClose()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }
      }}
      // The phone's back button sends `cancel`; if the browser does not wait for an answer, `close` follows.
      onCancel={event => {
        if (event.target === event.currentTarget) {
          event.preventDefault()
          onClose()
        }
      }}
      onClose={event => {
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
      }}
    >
      {isShown && children}
    </dialog>
  )
}

function useShownDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The content is drawn once the dialog is shown: nothing within can take the focus before.
  const [isShown, setShown] = useState(false)
  const close = useEffectEvent(onClose)
  const wasHidden = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // Its screen was left, and is shown again: no dialog opens by itself.
    if (wasHidden.current) return close()
    const before = document.activeElement
    show(element)
    setShown(true)
    const forget = registerOpenDialog(element)
    const leaveHistory = closeOnBack(close)
    return () => {
      leaveHistory()
      forget()
      hide(element)
      // React's development mode opens it again in one go.
      queueMicrotask(() => (wasHidden.current = !element.open))
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return { dialog, isShown }
}

function isOutside(point: { clientX: number; clientY: number }, box: DOMRect): boolean {
  return point.clientX < box.left || point.clientX > box.right || point.clientY < box.top || point.clientY > box.bottom
}

/** jsdom has no showModal: there the dialog is merely open, and focused as the platform would. */
function show(dialog: HTMLDialogElement) {
  if (typeof dialog.showModal === 'function') dialog.showModal()
  else dialog.setAttribute('open', '')
  dialog.focus()
}

function hide(dialog: HTMLDialogElement) {
  if (typeof dialog.close === 'function') dialog.close()
  else dialog.removeAttribute('open')
}
