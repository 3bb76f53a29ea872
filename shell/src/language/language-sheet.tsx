import { useHost } from '@adcoin/remote'
import { Sheet } from '@adcoin/ui/pages'
import { useCell } from '../state/cell.ts'
import { openPanel } from '../state/open-panel.ts'
import { texts } from '../texts.ts'
import { LanguageList } from './language-list.tsx'

/** The switch of public pages: a remote opens it through its host. */
export function LanguageSheet() {
  const t = texts.useT()
  const host = useHost()
  const isOpen = useCell(openPanel) === 'language'
  const close = () => openPanel.set(null)
  return (
    <Sheet open={isOpen} title={t('titles.language')} onClose={close}>
      <LanguageList choose={code => host.setLanguage(code).then(close)} />
    </Sheet>
  )
}
