import type { TaskDetail } from '@adcoin/contract'
import { fetchFile } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { saveFile, useCopy } from '@adcoin/remote/pages'
import { Button, type IconName } from '@adcoin/ui'
import { List, Row, Stack, Tile } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import styles from './task.module.css'

type Material = TaskDetail['materials'][number]
const icons: Readonly<Record<Material['kind'], IconName>> = {
  copy: 'text',
  image: 'image',
  video: 'video',
  link: 'link',
}

/** Prepared text to copy and media to download (rulings.md R9). */
export function Materials({ materials }: { materials: readonly Material[] }) {
  const t = useT()
  const texts = materials.filter(isCopied)
  const files = materials.filter(material => !isCopied(material))
  return (
    <>
      {texts.length > 0 ? (
        <ul className={`ac-card ${styles['materials']}`} aria-label={t('detail.material')}>
          {texts.map(material => (
            <li key={material.key}>
              <Stack gap={3}>
                <Stack row gap={3}>
                  <Tile icon={icons[material.kind]} />
                  <div className="ac-grow">
                    <p className="ac-med">{material.label}</p>
                    {material.text ? <p className={`ac-small ac-2 ${styles['text']}`}>{material.text}</p> : null}
                  </div>
                </Stack>
                <TakeMaterial material={material} />
              </Stack>
            </li>
          ))}
        </ul>
      ) : null}
      {files.length > 0 ? (
        <List label={t('detail.material')}>
          {files.map(material => (
            <Row
              key={material.key}
              icon={icons[material.kind]}
              title={material.label}
              end={<TakeMaterial material={material} />}
            />
          ))}
        </List>
      ) : null}
    </>
  )
}

/** A text or an address goes to the clipboard, a file to the downloads. */
const isCopied = ({ kind }: Material): boolean => kind === 'copy' || kind === 'link'

function TakeMaterial({ material }: { material: Material }) {
  const { label, text, url, file_name } = material
  const t = useT()
  const copy = useCopy()
  const { showToast } = useHost()
  const isText = isCopied(material)

  async function download(): Promise<void> {
    if (!url) return showToast(t('detail.downloadEmpty'), 'bad')
    try {
      saveFile(await fetchFile(url), file_name ?? 'ad-coin')
    } catch {
      showToast(t('detail.downloadFailed'), 'bad')
    }
  }
  return (
    <Button
      kind="tonal"
      {...(isText ? { block: true, icon: 'copy' as const } : { size: 'small' as const })}
      aria-label={t(isText ? 'detail.copyLabel' : 'detail.downloadLabel', { label })}
      onClick={() => void (isText ? copy(text ?? url ?? '') : download())}
    >
      {t(isText ? 'detail.copy' : 'detail.download')}
    </Button>
  )
}
