import { useSession } from '@adcoin/session'
import { appPaths } from '@adcoin/remote'
import { List, Row, Sheet } from '@adcoin/ui/pages'
import { useCell } from '../state/cell.ts'
import { openPanel } from '../state/open-panel.ts'
import { texts } from '../texts.ts'
import { SupportContact } from './support-contact.tsx'

/** The bottom panel of the help button. */
export function HelpPanel() {
  const t = texts.useT()
  const isOpen = useCell(openPanel) === 'help'
  const close = () => openPanel.set(null)
  const isSignedIn = useSession(state => state.person !== null)
  return (
    <Sheet open={isOpen} title={t('support.title')} onClose={close}>
      {isSignedIn && (
        <List>
          <Row icon="help" title={t('titles.faq')} to={appPaths.faq} onClick={close} />
        </List>
      )}
      <SupportContact />
    </Sheet>
  )
}
