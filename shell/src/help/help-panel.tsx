import { useSession } from '@adcoin/session'
import { appPaths } from '@adcoin/remote'
import { TextLink } from '@adcoin/ui'
import { Sheet } from '@adcoin/ui/pages'
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
        <p>
          <TextLink to={appPaths.faq} onClick={close}>
            {t('titles.faq')}
          </TextLink>
        </p>
      )}
      <SupportContact />
    </Sheet>
  )
}
