import { upload } from '@adcoin/contract'
import { failureOf, send } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { doingText, failureText } from '@adcoin/remote/pages'
import { useRef, useState } from 'react'
import { useT } from '../texts.ts'
import type { Crop } from './crop.ts'
import { photoOf, readPicture } from './picture.ts'
import { useSaveProfile } from './use-profile.ts'

export type PhotoState =
  | { is: 'choosing'; problem?: string }
  | { is: 'cropping'; picture: ImageBitmap; problem?: string }
  | { is: 'uploading'; picture: ImageBitmap; progress: number }

/**
 * A new photo: chosen, cropped here, uploaded with progress, then saved as the avatar. A failure keeps the picture for
 * another try.
 */
export function usePhoto(onSaved: () => void) {
  const t = useT()
  const host = useHost()
  const [state, setState] = useState<PhotoState>({ is: 'choosing' })
  const running = useRef<AbortController>(undefined)
  const save = useSaveProfile({
    setError: (_field, { message }) => host.showToast(message, 'bad'),
    fields: {},
    onSaved,
  })

  async function choose(file: File): Promise<void> {
    const picture = await readPicture(file)
    setState(
      typeof picture === 'string' ? { is: 'choosing', problem: t(`photo.${picture}`) } : { is: 'cropping', picture },
    )
  }

  async function use(picture: ImageBitmap, crop: Crop): Promise<void> {
    if (running.current) return
    const abort = (running.current = new AbortController())
    setState({ is: 'uploading', picture, progress: 0 })
    try {
      const file = await photoOf(picture, crop)
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

  return { state, choose, use, cancel: () => running.current?.abort(), again: () => setState({ is: 'choosing' }) }
}
