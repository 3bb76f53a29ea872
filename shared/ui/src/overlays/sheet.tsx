import { useId, type ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useUiText } from '../texts.ts'
import { Modal } from './modal.tsx'

type SheetProps = {
  open: boolean
  title: ReactNode
  note?: ReactNode | undefined
  onClose: () => void
  children: ReactNode
}

/** A panel from the lower edge; a dialog in the middle from 1024 px. Its content lives only while it is open. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null
}

function OpenSheet({ title, note, onClose, children }: Omit<SheetProps, 'open'>) {
  const t = useUiText()
  const id = useId()
  return (
    <Modal className="ac-sheet" labelledBy={id} onClose={onClose}>
      <div className="ac-sheet__head">
        <h2 className="ac-title ac-grow" id={id}>
          {title}
        </h2>
        <IconButton label={t('close')} icon="close" onClick={onClose} />
      </div>
      {note && <p className="ac-small ac-2 ac-sheet__note">{note}</p>}
      {children}
    </Modal>
  )
}
