import { classNames, Icon } from '@adcoin/ui'
import { useState } from 'react'
import styles from './picture.module.css'

type FileProps = { file: { readonly url: string; readonly mime: string } | undefined; alt?: string | undefined }

/** An icon for a video, and for a picture whose address is unknown. */
export function FileThumb({ file, alt = '' }: FileProps) {
  const [failed, setFailed] = useState<string>()
  const isPicture = file?.mime.startsWith('image/') ?? false
  return (
    <span className={classNames(styles['picture'], styles['card'])}>
      {file && isPicture && failed !== file.url ? (
        <img src={file.url} alt={alt} width={40} height={40} onError={() => setFailed(file.url)} />
      ) : (
        <Icon name={file && !isPicture ? 'video' : 'image'} size={20} />
      )}
    </span>
  )
}
