import { Hint, IconButton } from '@adcoin/ui'
import { List, Row, UploadField, type UploadState } from '@adcoin/ui/pages'
import { useEffect, useRef, useState } from 'react'
import { type ResponseOf, upload } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { defineDraft, doingText, failureText } from '@adcoin/remote/pages'
import * as v from 'valibot'
import { useT } from '../texts.ts'
import { FileThumb } from '../picture/good-proof.tsx'
import { shrinkPicture } from './shrink-picture.ts'

const accepted = 'image/jpeg,image/png,image/webp,video/mp4'
const most = 5

type ProofFilesProps = {
  assignmentId: string
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** Each file is uploaded at once; the draft keeps only the id of the service. */
export function ProofFiles({ assignmentId, value, error, onChange }: ProofFilesProps) {
  const t = useT()
  const [seen, setSeen] = useState<Readonly<Record<string, Uploaded>>>({})
  const { state, wasInterrupted, start, cancel, retry } = useUploads(assignmentId, file => {
    setSeen(before => ({ ...before, [file.file_id]: file }))
    onChange([...value, file.file_id].slice(0, most))
  })
  return (
    <>
      {wasInterrupted ? (
        <Hint tone="warn" icon="info" announce>
          {t('submit.uploadAgain')}
        </Hint>
      ) : null}
      {value.length < most ? (
        <UploadField
          label={t('submit.files')}
          prompt={t('submit.addFile')}
          note={t('submit.filesHelp')}
          accept={accepted}
          error={error}
          upload={state}
          onFile={file => void start(file)}
          onCancel={cancel}
          onRetry={() => void retry()}
        />
      ) : null}
      {value.length > 0 ? (
        <List label={t('submit.files')}>
          {value.map((id, index) => {
            const name = t('submit.fileName', { count: index + 1 })
            return (
              <Row
                key={id}
                icon={{ picture: <FileThumb file={seen[id]} /> }}
                title={name}
                end={
                  <IconButton
                    icon="close"
                    label={t('submit.removeFile', { name })}
                    onClick={() => onChange(value.filter(fileId => fileId !== id))}
                  />
                }
              />
            )
          })}
        </List>
      ) : null}
    </>
  )
}

type Uploaded = ResponseOf<typeof upload>

/** An upload is running for an assignment. */
const running = defineDraft({ owner: 'tasks', name: 'upload', version: 1, schema: v.literal(true) })

/**
 * One upload at a time; leaving the page ends it. The file itself is never kept: after a reload the person has to
 * choose it again (`wasInterrupted`, faults.md G15).
 */
function useUploads(assignmentId: string, done: (file: Uploaded) => void) {
  const [state, setState] = useState<UploadState>({ state: 'empty' })
  const [wasInterrupted, setInterrupted] = useState(() => running.read(assignmentId) ?? false)
  const current = useRef<{ file: File; control: AbortController }>(undefined)
  useEffect(() => () => current.current?.control.abort(), [])

  async function start(file: File): Promise<void> {
    const control = new AbortController()
    current.current = { file, control }
    running.save(true, assignmentId)
    setInterrupted(false)
    setState({ state: 'running', name: file.name, progress: 0 })
    try {
      const smaller = await shrinkPicture(file)
      const uploaded = await send(
        upload,
        { purpose: 'proof', file: smaller },
        {
          signal: control.signal,
          loaderText: doingText('send'),
          onCancel: cancel,
          onUploadProgress: progress => setState({ state: 'running', name: file.name, progress }),
        },
      )
      running.drop(assignmentId)
      setState({ state: 'empty' })
      done(uploaded)
    } catch (thrown) {
      if (!control.signal.aborted)
        setState({ state: 'failed', name: file.name, reason: failureText(failureOf(thrown)) })
    }
  }

  function cancel(): void {
    current.current?.control.abort()
    running.drop(assignmentId)
    setState({ state: 'empty' })
  }

  return {
    state,
    wasInterrupted,
    start,
    cancel,
    retry: () => (current.current ? start(current.current.file) : Promise.resolve()),
  }
}
