import { type GalleryPart, useSample } from '../gallery/gallery-part.ts'
import { UploadField, type UploadState } from './upload-field.tsx'

export const uploadFieldGallery: GalleryPart = {
  id: 'upload',
  title: 'UploadField',
  samples: {
    empty: () => <Upload upload={{ state: 'empty' }} />,
    running: () => <Upload upload={{ state: 'running', name: 'proof-1.png', progress: 0.64 }} />,
    done: () => <Upload upload={{ state: 'done', name: 'proof-1.png' }} />,
    failed: t => (
      <Upload
        upload={{
          state: 'failed',
          name: 'a-very-long-file-name-of-a-screenshot-from-a-phone.png',
          reason: t('tooLarge'),
        }}
      />
    ),
  },
}

function Upload({ upload, error }: { upload: UploadState; error?: string }) {
  const t = useSample()
  return (
    <UploadField
      label={t('screenshot')}
      prompt={t('addScreenshot')}
      note={t('fileNote')}
      accept="image/*"
      upload={upload}
      error={error}
      onFile={() => {}}
      onCancel={() => {}}
      onRetry={() => {}}
    />
  )
}
