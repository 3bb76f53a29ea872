import { Button } from '@adcoin/ui'
import { Sheet, UploadField } from '@adcoin/ui/pages'
import { useState } from 'react'
import { useT } from '../texts.ts'
import { whole, type Crop } from './crop.ts'
import { CropView } from './crop-view.tsx'
import { pictureKinds } from './picture.ts'
import styles from './profile.module.css'
import { usePhoto } from './use-photo.ts'

/**
 * Choose, crop, upload.
 *
 * Long because it is one sheet in three states, each drawn where the one before it is read.
 */
export function PhotoSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [crop, setCrop] = useState<Crop>(whole)
  const { state, choose, use, cancel, again } = usePhoto(onClose)

  function chooseFile(file: File) {
    setCrop(whole)
    void choose(file)
  }
  if (state.is === 'choosing') {
    return (
      <Sheet open title={t('photo.title')} onClose={onClose}>
        <UploadField
          label={t('photo.choose')}
          prompt={t('photo.choose')}
          note={t('photo.kinds')}
          accept={pictureKinds.join(',')}
          upload={{ state: 'empty' }}
          error={state.problem}
          onFile={chooseFile}
          onCancel={onClose}
          onRetry={again}
        />
      </Sheet>
    )
  }
  const { picture } = state
  return (
    <Sheet
      open
      title={t('photo.title')}
      onClose={() => {
        cancel()
        onClose()
      }}
    >
      <div className={styles.crop}>
        <CropView picture={picture} crop={crop} onChange={setCrop} />
        {state.is === 'uploading' ? (
          <UploadField
            label={t('photo.title')}
            accept=""
            upload={{ state: 'running', name: t('photo.title'), progress: state.progress }}
            onFile={chooseFile}
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
            <Button block onClick={() => void use(picture, crop)}>
              {t(state.problem ? 'photo.retry' : 'photo.use')}
            </Button>
            <Button kind="quiet" block onClick={again}>
              {t('photo.another')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}
