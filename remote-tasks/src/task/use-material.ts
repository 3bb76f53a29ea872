import type { TaskDetail } from '@adcoin/contract'
import { fetchFile } from '@adcoin/http'
import { useHost } from '@adcoin/remote'
import { saveFile, useCopy } from '@adcoin/remote/pages'
import { useT } from '../texts.ts'

type Material = TaskDetail['materials'][number]

/** Copies a prepared text, saves a prepared file; says so, or says why not in the specification's words. */
export function useMaterial() {
  const t = useT()
  const copy = useCopy()
  const { showToast } = useHost()
  return {
    copy: ({ text, url }: Material) => copy(text ?? url ?? ''),
    async download({ url, file_name }: Material): Promise<void> {
      if (!url) return showToast(t('detail.downloadEmpty'), 'bad')
      try {
        saveFile(await fetchFile(url), file_name ?? 'ad-coin')
      } catch {
        showToast(t('detail.downloadFailed'), 'bad')
      }
    },
  }
}
