import { formatDate } from '@adcoin/i18n/formats'
import { Icon, IconButton } from '@adcoin/ui'
import { useState } from 'react'
import { sharedTexts } from '../texts.ts'
import { usePull } from './use-pull.ts'

/**
 * The age of a list, and two ways to ask for it again: pulling the page down, and a button for keyboards and screen
 * readers.
 *
 * @param updatedAt  when it was last answered, epoch milliseconds
 * @param refresh    settles when the answer is there
 */
export function Freshness({ updatedAt, refresh }: { updatedAt: number; refresh: () => Promise<unknown> }) {
  const t = sharedTexts.useT()
  const [asked, setAsked] = useState<'no' | 'running' | 'done'>('no')
  const updated = t('list.updated', { time: formatDate(new Date(updatedAt).toISOString(), 'time') })

  async function ask() {
    if (asked === 'running') return
    setAsked('running')
    try {
      await refresh()
    } finally {
      setAsked('done')
    }
  }
  const pull = usePull(() => void ask())
  return (
    <div className="ac-fresh" data-running={asked === 'running' || undefined}>
      <div className="ac-pull" ref={pull} aria-hidden="true">
        <Icon name="refresh" size={20} />
      </div>
      <span>{updated}</span>
      {/* Only what somebody asked for is announced: lists also renew themselves. */}
      <span className="ac-sr" role="status">
        {asked === 'running' ? t('list.refreshing') : asked === 'done' ? t('list.refreshed') : ''}
      </span>
      <IconButton icon="refresh" size={20} label={t('list.refresh')} onClick={() => void ask()} />
    </div>
  )
}
