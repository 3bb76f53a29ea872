import { inboxRead, type InboxItem } from '@adcoin/contract'
import { send } from '@adcoin/http'
import { Link } from '@adcoin/router'
import type { SessionWriter } from '@adcoin/session'
import { Amount } from '@adcoin/ui/pages'
import type { Toasts } from '../state/toasts.ts'
import { texts } from '../texts.ts'
import { findItemPath, describeItem } from './inbox-kinds.ts'

/** "+800.00 · Trail video · Review passed", and the way there. */
export function showNotification(toasts: Toasts, writer: SessionWriter, item: InboxItem): void {
  const to = findItemPath(item)
  const words = [item.title, describeItem(item)].filter(Boolean).join(' · ')
  toasts.showNotification(
    item.amount?.startsWith('-') === false ? (
      <>
        <Amount minor={item.amount} sign="always" /> · {words}
      </>
    ) : (
      words
    ),
    to && (
      <Link
        to={to}
        className="ac-toast__open"
        onClick={() => {
          toasts.dismiss()
          void markRead(writer, item.id)
        }}
      >
        {texts.t('inbox.open')}
      </Link>
    ),
  )
}

/** With `older`, everything before it too. An item whose request failed stays unread. */
export async function markRead(writer: SessionWriter, id: string, older = false): Promise<void> {
  try {
    const { unread } = await send(inboxRead, { id, older }, { loader: false, errors: 'page' })
    writer.setUnread(unread)
  } catch {
    // The next poll of the inbox reads the number.
  }
}
