import { useSession } from '@adcoin/session'
import { appPaths } from '@adcoin/remote'
import { Hint, TextLink } from '@adcoin/ui'
import { Sheet } from '@adcoin/ui/pages'
import { useCell } from '../state/cell.ts'
import { openPanel } from '../state/panels.ts'
import { texts } from '../texts.ts'
import { SupportLinkList } from './support-link-list.tsx'

/** The bottom panel of the help button: WhatsApp and Telegram, and what support never asks for. */
export function HelpPanel() {
  const t = texts.useT()
  const isOpen = useCell(openPanel) === 'help'
  // A session that begins or ends under the open panel changes where its links come from.
  const close = () => openPanel.set(null)
  const isSignedIn = useSession(state => state.person !== null)
  const sessionEpoch = useSession(state => state.sessionEpoch)
  return (
    <Sheet open={isOpen} title={t('support.title')} onClose={close}>
      {isOpen && <SupportLinkList key={sessionEpoch} />}
      {isSignedIn && (
        <p>
          <TextLink to={appPaths.help} onClick={close}>
            {t('titles.help')}
          </TextLink>
        </p>
      )}
      <Hint tone="warn" icon="shield">
        {t('support.neverAsks')}
      </Hint>
    </Sheet>
  )
}
