import { useId, useRef, type ReactNode } from 'react'
import { Icon, Ring } from '../icons/icon.tsx'
import { useUiText } from '../texts.ts'
import { classNames, omitUndefined } from '../class-names.ts'
import { Button, IconButton } from './button.tsx'
import { ErrorText, type FieldProps } from './field-frame.tsx'

/** State of an upload. `progress`: 0 to 1. `preview`: the address of a picture. */
export type UploadState =
  | { state: 'empty' }
  | { state: 'running'; name: string; progress: number }
  | { state: 'done'; name: string; preview?: string | undefined }
  | { state: 'failed'; name: string; reason?: string | undefined }

type SetState = Exclude<UploadState, { state: 'empty' }>

type UploadFieldProps = FieldProps & {
  upload: UploadState
  /** `image/png,image/jpeg` */
  accept: string
  onFile: (file: File) => void
  /** Ends a running upload, or takes the file away again. */
  onCancel: () => void
  /** Left out where another attempt cannot succeed. */
  onRetry?: (() => void) | undefined
  /** The invitation: "Add a screenshot". */
  prompt?: string | undefined
  /** Accepted kinds and sizes. */
  note?: ReactNode | undefined
  /** Opens the camera on phones. */
  capture?: 'user' | 'environment' | undefined
}

/** One file: empty, running (percent, cancel), done (preview, replace) or failed (reason, retry or replace). */
export function UploadField({ label, help, error, upload, accept, onFile, capture, ...actions }: UploadFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = () => input.current?.click()
  const described = classNames(error && `${id}-error`, help !== undefined && `${id}-help`, `${id}-state`)
  return (
    <div className={classNames('ac-field', error && 'ac-field--error')} role="group" aria-labelledby={`${id}-label`}>
      <span className="ac-field__label" id={`${id}-label`}>
        {label}
      </span>
      <input
        ref={input}
        className="ac-sr"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        {...omitUndefined({ accept, capture })}
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = '' // the same file may be chosen again after a failure
          if (file) onFile(file)
        }}
      />
      {upload.state === 'empty' ? (
        <EmptyUpload {...{ id, described }} {...actions} onChoose={choose} />
      ) : (
        <SetUpload {...{ id, upload }} {...actions} onChoose={choose} />
      )}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {help !== undefined && (
        <span className="ac-field__help" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  )
}

type EmptyUploadProps = Pick<UploadFieldProps, 'prompt' | 'note'> & {
  id: string
  described: string
  onChoose: () => void
}

function EmptyUpload({ id, described, prompt, note, onChoose }: EmptyUploadProps) {
  const t = useUiText()
  return (
    <button type="button" className="ac-upload" aria-describedby={described} onClick={onChoose}>
      <span className="ac-tile">
        <Icon name="upload" size={20} />
      </span>
      <span className="ac-row__b">
        <span className="ac-med">{prompt ?? t('upload.add')}</span>
        {note && (
          <span className="ac-small ac-2" id={`${id}-state`}>
            {note}
          </span>
        )}
      </span>
    </button>
  )
}

type SetUploadProps = Pick<UploadFieldProps, 'onRetry' | 'onCancel'> & {
  id: string
  upload: SetState
  onChoose: () => void
}

/** A file is there: on its way, arrived or failed. */
function SetUpload({ id, upload, onRetry, onCancel, onChoose }: SetUploadProps) {
  const t = useUiText()
  return (
    <div className="ac-upload ac-upload--set">
      <UploadTile upload={upload} />
      <span className="ac-row__b">
        <span className="ac-med ac-upload__name">{upload.name}</span>
        <span
          className={classNames('ac-small', upload.state === 'failed' ? 'ac-bad' : 'ac-2')}
          id={`${id}-state`}
          role="status"
        >
          {describeState(upload, t)}
        </span>
        {upload.state === 'running' && (
          <progress className="ac-upload__bar" value={upload.progress} max={1} aria-labelledby={`${id}-label`} />
        )}
      </span>
      {upload.state === 'failed' && onRetry && (
        <Button kind="secondary" size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {(upload.state === 'done' || (upload.state === 'failed' && !onRetry)) && (
        <Button kind="quiet" size="small" onClick={onChoose}>
          {t('upload.replace')}
        </Button>
      )}
      <IconButton
        label={t(upload.state === 'running' ? 'upload.cancel' : 'clear')}
        icon="close"
        size={20}
        onClick={onCancel}
      />
    </div>
  )
}

function UploadTile({ upload }: { upload: UploadState }) {
  if (upload.state === 'done' && upload.preview)
    return <img className="ac-upload__preview" src={upload.preview} alt="" />
  return (
    <span className="ac-tile">
      {upload.state === 'running' ? <Ring /> : <Icon name={upload.state === 'failed' ? 'alert' : 'check'} size={20} />}
    </span>
  )
}

function describeState(upload: SetState, t: ReturnType<typeof useUiText>): string {
  if (upload.state === 'running') return t('upload.progress', { percent: Math.round(upload.progress * 100) })
  if (upload.state === 'done') return t('upload.done')
  return upload.reason ?? t('upload.failed')
}
