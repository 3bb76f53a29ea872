import { Hint, IconButton } from '@adcoin/ui'
import { List, Row, Stack, UploadField } from '@adcoin/ui/pages'
import { useState } from 'react'
import { FileThumb } from '../picture/good-proof.tsx'
import { toShownThing } from '../status.tsx'
import { useT } from '../texts.ts'
import { acceptedPictures, type Uploaded, useUploads } from './use-uploads.ts'

const most = 5

type ProofFilesProps = {
  assignmentId: string
  /** Of the task: it decides what the screenshot shows. */
  kind: number
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** Each file is uploaded at once; the draft keeps only the id of the service. */
export function ProofFiles({ assignmentId, kind, value, error, onChange }: ProofFilesProps) {
  const t = useT()
  const [seen, setSeen] = useState<Readonly<Record<string, Uploaded>>>({})
  const { state, wasInterrupted, start, cancel, retry } = useUploads(assignmentId, file => {
    setSeen(before => ({ ...before, [file.file_id]: file }))
    // The service keeps a picture that is chosen twice once.
    onChange([...new Set([...value, file.file_id])].slice(0, most))
  })
  return (
    <Stack gap={2}>
      {wasInterrupted ? (
        <Hint tone="warn" icon="info" announce>
          {t('submit.uploadAgain')}
        </Hint>
      ) : null}
      {value.length < most ? (
        <UploadField
          label={t('submit.files')}
          prompt={t('submit.addFile')}
          note={t(`submit.filesOf.${toShownThing(kind)}`)}
          accept={acceptedPictures.join()}
          // A file that cannot be taken names its own reason.
          error={state.state === 'failed' ? undefined : error}
          upload={state}
          onFile={file => void start(file)}
          onCancel={cancel}
          onRetry={retry && (() => void retry())}
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
    </Stack>
  )
}
