import { type InboxItem, inboxList } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { formatDate } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { Button, Empty, type IconName, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Amount, List, Row } from '@adcoin/ui/pages'
import { useEffect } from 'react'
import { useShell } from '../state/shell.ts'
import { texts } from '../texts.ts'
import { markRead } from './show-notification.tsx'
import { isMoney, findItemPath, describeItem } from './inbox-kinds.ts'

/** `/inbox`: events, newest first. Shown items count as read; their marks stay until the next visit. */
export function Page() {
  const t = texts.useT()
  const { writer } = useShell()
  const pages = usePages(inboxList, {})
  const newest = pages.items?.find(item => !item.is_read)?.id
  useEffect(() => {
    if (newest !== undefined && document.visibilityState === 'visible') void markRead(writer, newest, true)
  }, [newest, writer])
  return (
    <Screen>
      <NavBar title={t('titles.inbox')} onBack={useBack(appPaths.home)} />
      <Main>
        <PagedList
          pages={{ ...pages, items: pages.items && groupFriends(pages.items) }}
          label={t('titles.inbox')}
          groupBy={({ item }) => formatDate(item.at, 'nearDay')}
          row={({ item, count }) => <InboxRow key={item.id} item={item} count={count} />}
          empty={
            <Empty
              title={t('inbox.empty')}
              text={t('inbox.emptyNote')}
              action={
                <Button kind="secondary" to={appPaths.tasks}>
                  {t('inbox.toTasks')}
                </Button>
              }
            />
          }
        />
      </Main>
    </Screen>
  )
}

type InboxGroup = { readonly item: InboxItem; readonly count: number }

/** Friends who joined one after the other on one day are one row: the newest, with their number. */
function groupFriends(items: readonly InboxItem[]): readonly InboxGroup[] {
  const rows: InboxGroup[] = []
  const formatDay = ({ at }: InboxItem) => formatDate(at, 'nearDay')
  for (const item of items) {
    const last = rows.at(-1)
    const isSame =
      last && item.kind === 'friend_joined' && last.item.kind === item.kind && formatDay(last.item) === formatDay(item)
    if (isSame) rows.splice(-1, 1, { item: last.item, count: last.count + 1 })
    else rows.push({ item, count: 1 })
  }
  return rows
}

const latest = 3

/** The newest of it, beside the screens of a wide window; nothing here counts as read. */
export function Latest() {
  const t = texts.useT()
  const { items = [] } = usePages(inboxList, {}, { errors: 'page' })
  return (
    <>
      <h2 className="ac-title">
        <TextLink to={appPaths.inbox}>{t('titles.inbox')}</TextLink>
      </h2>
      <List plain label={t('titles.inbox')}>
        {items.slice(0, latest).map(item => (
          <InboxRow key={item.id} item={item} />
        ))}
      </List>
    </>
  )
}

/** One thing that happened, and the way to it; `count` friends who joined are one row. */
function InboxRow({ item, count = 1 }: { item: InboxItem; count?: number }) {
  const t = texts.useT()
  const words = count > 1 ? t('inbox.friends', { count }) : describeItem(item)
  const to = findItemPath(item)
  const note = [count === 1 && item.title && words, formatDate(item.at, 'time')].filter(Boolean).join(' · ')
  return (
    <Row
      icon={pickIcon(item)}
      title={count > 1 ? words : (item.title ?? words)}
      note={
        <>
          {!item.is_read && (
            <>
              <span className="ac-new ac-new--inline" aria-hidden="true" />
              <span className="ac-sr">{t('inbox.new')} </span>
            </>
          )}
          {note}
        </>
      }
      state={item.reason ?? undefined}
      end={item.amount === null ? undefined : <Amount minor={item.amount} sign="always" />}
      {...(to ? { to } : {})}
    />
  )
}

function pickIcon(item: InboxItem): IconName {
  if (isMoney(item)) return item.amount?.startsWith('-') || item.amount === null ? 'out' : 'in'
  if (item.kind === 'proof_rejected' || item.kind === 'task_stopped') return 'alert'
  if (item.kind === 'friend_joined') return 'team'
  return item.kind.startsWith('account_') ? 'link' : 'shield'
}
