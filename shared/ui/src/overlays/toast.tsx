import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'
import { TopLayer } from './top-layer.tsx'

export type ToastTone = 'good' | 'bad' | 'info'
export type ToastContent = {
  id: string | number
  text: ReactNode
  kind?: ToastTone | undefined
  /** The one thing to do about it: a link or a button. */
  end?: ReactNode | undefined
}
const iconOf = { good: 'check', bad: 'alert', info: 'info' } as const satisfies Record<ToastTone, IconName>

/** The look of a toast. */
export function ToastView({ text, kind = 'info', end }: Omit<ToastContent, 'id'>) {
  return (
    <div className="ac-toast">
      <Icon name={iconOf[kind]} size={20} />
      <span className="ac-grow">{text}</span>
      {end && <span className="ac-toast__end">{end}</span>}
    </div>
  )
}

/**
 * The one place of toasts: keep it mounted and pass the current toast or `null`. Both live regions exist before there
 * is a toast, else screen readers would miss it; an error interrupts, others wait for a pause. The caller decides how
 * long it is shown.
 */
export function ToastHost({ toast }: { toast: ToastContent | null }) {
  const isBad = toast?.kind === 'bad'
  return (
    <TopLayer className="ac-toasts">
      <div role="status">
        {toast && !isBad && <ToastView key={toast.id} text={toast.text} kind={toast.kind} end={toast.end} />}
      </div>
      <div role="alert">
        {toast && isBad && <ToastView key={toast.id} text={toast.text} kind={toast.kind} end={toast.end} />}
      </div>
    </TopLayer>
  )
}
