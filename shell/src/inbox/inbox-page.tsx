import { type InboxItem, inboxList } from '@adcoin/contract'
import { usePages } from '@adcoin/http'
import { formatDate, formatNumber } from '@adcoin/i18n/formats'
import { appPaths, useBack } from '@adcoin/remote'
import { PagedList } from '@adcoin/remote/pages'
import { Button, classNames, Empty, type IconName, Main, NavBar, Screen, TextLink } from '@adcoin/ui'
import { Amount, List, Parts, Row } from '@adcoin/ui/pages'
import { useEffect } from 'react'
import { useShell } from '../state/shell.ts'
import { texts } from '../texts.ts'
import { markRead } from './show-notification.tsx'
import { describeGroup, describeItem, findGroupPath, findItemPath, isGrouped, isMoney } from './inbox-kinds.ts'

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
          pages={{ ...pages, items: pages.items && groupByDayAndKind(pages.items) }}
          label={t('titles.inbox')}
          groupBy={([item]) => formatDate(item.at, 'nearDay')}
          row={group => <InboxRow key={group[0].id} group={group} />}
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

/** Things of one kind on one day, newest first. */
type InboxGroup = readonly [InboxItem, ...InboxItem[]]

/** Passed tasks, friends' tasks and new friends of one day are one row, at the place of the newest. */
function groupByDayAndKind(items: readonly InboxItem[]): readonly InboxGroup[] {
  const groups = new Map<string, [InboxItem, ...InboxItem[]]>()
  for (const item of items) {
    const key = isGrouped(item.kind) ? `${formatDate(item.at, 'nearDay')} ${item.kind}` : item.id
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
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
          <InboxRow key={item.id} group={[item]} />
        ))}
      </List>
    </>
  )
}

/** One thing that happened, or several of a kind, and the way to it. */
function InboxRow({ group }: { group: InboxGroup }) {
  const t = texts.useT()
  const [item] = group
  const isOne = group.length === 1
  const words = isOne ? describeItem(item) : describeGroup(item.kind, group.length)
  const to = isOne ? findItemPath(item) : findGroupPath(item.kind)
  const amount = item.amount === null ? undefined : addAmounts(group)
  const unread = group.filter(each => !each.is_read).length
  return (
    <Row
      icon={pickIcon(item)}
      title={words}
      note={
        <span className="ac-hstack">
          {unread > 0 && (
            <>
              <span className={classNames('ac-new ac-new--inline', unread > 1 && 'ac-new--count')} aria-hidden="true">
                {unread > 1 && formatNumber(unread)}
              </span>
              <span className="ac-sr">
                {t('inbox.new')} {unread > 1 && formatNumber(unread)}{' '}
              </span>
            </>
          )}
          <Parts of={[isOne && item.title, formatDate(item.at, 'time')]} />
        </span>
      }
      state={isOne ? (item.reason ?? undefined) : <Titles group={group} />}
      end={amount === undefined ? undefined : <Amount minor={amount} sign="always" />}
      {...(to ? { to, chevron: true } : {})}
    />
  )
}

function addAmounts(group: InboxGroup): string {
  return String(group.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n))
}

/** So many of a group are named. */
const mostNamed = 3

function Titles({ group }: { group: InboxGroup }) {
  const t = texts.useT()
  const titles = group.flatMap(({ title }) => title ?? [])
  const more = titles.length - mostNamed
  return <Parts of={[...titles.slice(0, mostNamed), more > 0 && t('inbox.more', { count: more })]} />
}

function pickIcon(item: InboxItem): IconName {
  if (isMoney(item)) return item.amount?.startsWith('-') || item.amount === null ? 'out' : 'in'
  if (['proof_rejected', 'appeal_rejected', 'task_stopped'].includes(item.kind)) return 'alert'
  if (item.kind === 'friend_joined') return 'team'
  if (item.kind === 'new_device') return 'phone'
  return item.kind.startsWith('account_') ? 'link' : 'shield'
}
