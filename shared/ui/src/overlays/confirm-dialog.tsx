import { useId, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { useUiText } from '../texts.ts'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** The consequences. */
  text: ReactNode
  /** The verb: "Unbind". */
  confirm: string
  /** "Cancel" where left out. */
  cancel?: string | undefined
  danger?: boolean | undefined
  busy?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before something that cannot be taken back. The focus begins on the dialog itself, so that Enter confirms
 * nothing by accident.
 */
export function ConfirmDialog({ open, ...rest }: ConfirmDialogProps) {
  return open ? <OpenConfirm {...rest} /> : null
}

function OpenConfirm({
  title,
  text,
  confirm,
  cancel,
  danger,
  busy,
  onConfirm,
  onClose,
}: Omit<ConfirmDialogProps, 'open'>) {
  const t = useUiText()
  const id = useId()
  return (
    <Modal className="ac-dialog" role="alertdialog" labelledBy={id} describedBy={`${id}-text`} onClose={onClose}>
      <h2 className="ac-title" id={id}>
        {title}
      </h2>
      <div className="ac-2" id={`${id}-text`}>
        {text}
      </div>
      <div className="ac-stack ac-stack--2 ac-dialog__actions">
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {cancel ?? t('cancel')}
        </Button>
      </div>
    </Modal>
  )
}
