import type { TaskDetail } from '@adcoin/contract'
import { Button, type IconName } from '@adcoin/ui'
import { List, Row } from '@adcoin/ui/pages'
import { useT } from '../texts.ts'
import { useMaterial } from './use-material.ts'

type Material = TaskDetail['materials'][number]
const icons = { copy: 'text', image: 'image', video: 'video', link: 'link' } as const satisfies Record<
  Material['kind'],
  IconName
>

/** Prepared text to copy and media to download (rulings.md R9). */
export function Materials({ materials }: { materials: readonly Material[] }) {
  const t = useT()
  const { copy, download } = useMaterial()
  return (
    <List label={t('detail.material')}>
      {materials.map(material => (
        <Row
          key={material.key}
          icon={icons[material.kind]}
          title={material.label}
          note={material.text ?? undefined}
          end={
            material.kind === 'copy' || material.kind === 'link' ? (
              <Button
                kind="tonal"
                size="small"
                aria-label={t('detail.copyLabel', { label: material.label })}
                onClick={() => void copy(material)}
              >
                {t('detail.copy')}
              </Button>
            ) : (
              <Button
                kind="tonal"
                size="small"
                aria-label={t('detail.downloadLabel', { label: material.label })}
                onClick={() => void download(material)}
              >
                {t('detail.download')}
              </Button>
            )
          }
        />
      ))}
    </List>
  )
}
