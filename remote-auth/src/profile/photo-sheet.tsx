import { upload } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { doingText, failureText } from '@adcoin/remote/pages'
import { Button } from '@adcoin/ui'
import { Sheet, UploadField } from '@adcoin/ui/pages'
import { useRef, useState } from 'react'
import { useT } from '../texts.ts'
import { CropView } from './crop-view.tsx'
import { fullCrop, type Crop, renderPhoto, pictureKinds, readPicture } from './picture.ts'
import styles from './profile.module.css'
import { useSaveProfile } from './use-save-profile.ts'

export function PhotoSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const photo = usePhoto(onClose)
  const { state, choose, cancel, again } = photo
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Sheet open title={t('photo.title')} onClose={close}>
      {state.is === 'choosing' ? (
        <UploadField
          label={t('photo.choose')}
          prompt={t('photo.choose')}
          note={t('photo.kinds')}
          accept={pictureKinds.join(',')}
          upload={{ state: 'empty' }}
          error={state.problem}
          onFile={file => void choose(file)}
          onCancel={onClose}
          onRetry={again}
        />
      ) : (
        <CropAndSend photo={photo} state={state} />
      )}
    </Sheet>
  )
}

type CropAndSendProps = { photo: ReturnType<typeof usePhoto>; state: Exclude<PhotoState, { is: 'choosing' }> }

function CropAndSend({ photo: { choose, uploadCropped, cancel, again }, state }: CropAndSendProps) {
  const t = useT()
  const [crop, setCrop] = useState<Crop>(fullCrop)
  const { picture } = state
  return (
    <div className={styles.crop}>
      <CropView picture={picture} crop={crop} onChange={setCrop} />
      {state.is === 'uploading' ? (
        <UploadField
          label={t('photo.title')}
          accept=""
          upload={{ state: 'running', name: t('photo.title'), progress: state.progress }}
          onFile={file => void choose(file)}
          onCancel={cancel}
          onRetry={again}
        />
      ) : (
        <>
          {state.problem && (
            <p role="alert" className="ac-small ac-bad">
              {state.problem}
            </p>
          )}
          <Button block onClick={() => void uploadCropped(picture, crop)}>
            {t(state.problem ? 'photo.retry' : 'photo.use')}
          </Button>
          <Button kind="quiet" block onClick={again}>
            {t('photo.another')}
          </Button>
        </>
      )}
    </div>
  )
}

type PhotoState =
  | { is: 'choosing'; problem?: string }
  | { is: 'cropping'; picture: ImageBitmap; problem?: string }
  | { is: 'uploading'; picture: ImageBitmap; progress: number }

/**
 * Crops the photo here, uploads it with progress, then saves it as the avatar. A failure keeps the picture for another
 * attempt.
 */
function usePhoto(onSaved: () => void) {
  const t = useT()
  const [state, setState] = useState<PhotoState>({ is: 'choosing' })
  const running = useRef<AbortController>(undefined)
  const save = useSaveProfile({ onSaved })

  async function choose(file: File): Promise<void> {
    const picture = await readPicture(file)
    setState(
      typeof picture === 'string' ? { is: 'choosing', problem: t(`photo.${picture}`) } : { is: 'cropping', picture },
    )
  }

  async function uploadCropped(picture: ImageBitmap, crop: Crop): Promise<void> {
    if (running.current) return
    const abort = (running.current = new AbortController())
    setState({ is: 'uploading', picture, progress: 0 })
    try {
      const file = await renderPhoto(picture, crop)
      if (!file) return setState({ is: 'choosing', problem: t('photo.unreadable') })
      const onUploadProgress = (progress: number) => setState({ is: 'uploading', picture, progress })
      const { file_id } = await send(
        upload,
        { purpose: 'avatar', file },
        {
          signal: abort.signal,
          errors: 'page',
          loaderText: doingText('send'),
          onCancel: () => abort.abort(),
          onUploadProgress,
        },
      )
      await save.submit({ avatar: file_id })
      setState({ is: 'cropping', picture })
    } catch (thrown) {
      const failure = failureOf(thrown)
      setState(
        failure.kind === 'cancelled'
          ? { is: 'cropping', picture }
          : { is: 'cropping', picture, problem: failureText(failure) },
      )
    } finally {
      running.current = undefined
    }
  }

  return {
    state,
    choose,
    uploadCropped,
    cancel: () => running.current?.abort(),
    again: () => setState({ is: 'choosing' }),
  }
}
