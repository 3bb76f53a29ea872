import type { TaskDetail } from '@adcoin/contract'
import { fetchFile } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { saveFile, useCopy } from '@adcoin/remote/pages'
import { Button, type IconName } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'

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
  return (
    <List label={t('detail.material')}>
      {materials.map(material => (
        <Row
          key={material.key}
          icon={icons[material.kind]}
          title={material.label}
          note={material.text ?? undefined}
          end={<TakeMaterial material={material} />}
        />
      ))}
    </List>
  )
}

function TakeMaterial({ material: { kind, label, text, url, file_name } }: { material: Material }) {
  const t = useT()
  const copy = useCopy()
  const { showToast } = useHost()
  const isText = kind === 'copy' || kind === 'link'

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
      size="small"
      aria-label={t(isText ? 'detail.copyLabel' : 'detail.downloadLabel', { label })}
      onClick={() => void (isText ? copy(text ?? url ?? '') : download())}
    >
      {t(isText ? 'detail.copy' : 'detail.download')}
    </Button>
  )
}
