import { useEffect, useState, useCallback } from 'react'
import { OperatorCommands, operatorRoles, OperatorSession, ReleasesView } from '@adcoin/contract/operations'
import { Columns, Hint, Mark, RailItem, Screen, TabBar, type TabItem } from '@adcoin/ui'
import { callServer } from '../server/call-server.ts'
import { useLoaded, type Loaded } from '../server/use-loaded.ts'
import css from '../page.module.css'
import { HealthPage } from '../health/health-page.tsx'
import { PeoplePage } from '../people/people-page.tsx'
import { WorkPage } from '../people/work-page.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import { RefusalHint } from '../refusal-hint.tsx'
import { ReleasesPage } from '../releases/releases-page.tsx'
import { SignInPage } from '../session/sign-in-page.tsx'
import { usePagePath } from '../page-path.tsx'

/** The sign-in page without a session, otherwise the page in its frame. */
export function OperationsFrame() {
  const session = useLoaded(loadSession)
  if (session.refusals) return <RefusalHint refusals={session.refusals} />
  if (!session.data) return null
  if (session.data.name === null) return <SignInPage way={session.data.signIn} onSignedIn={session.reload} />
  return <SignedInFrame session={session.data} onSignedOut={session.reload} />
}

/**
 * Listens by Server-Sent Events for changes of the store, by any author.
 *
 * @returns whether it is connected: without a connection the shown data may be old, and the page shows that
 */
function useLiveUpdates(onChange: () => void): boolean {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const source = new EventSource('/api/live')
    source.addEventListener('changed', onChange)
    source.addEventListener('open', () => setOpen(true))
    source.addEventListener('error', () => setOpen(false))
    return () => source.close()
  }, [onChange])
  return isOpen
}

const loadSession = () => callServer('/api/session', OperatorSession)
/** Browser reports about a canary change nothing in the store, so no event announces them. */
const refreshReleasesMs = 5_000
const loadReleases = () => callServer('/api/releases', ReleasesView)
/** While the service is down there are no commands; the page asks again until it answers. */
const refreshCommandsMs = 10_000
const loadCommands = () => callServer('/api/people', OperatorCommands)
const tabs: readonly TabItem[] = [
  { to: '/releases', label: 'Releases', icon: 'refresh' },
  { to: '/health', label: 'Health', icon: 'info' },
  { to: '/work', label: 'Work', icon: 'tasks' },
  { to: '/people', label: 'People', icon: 'team' },
  { to: '/records', label: 'Records', icon: 'shield' },
]

/** The roles in brackets; empty for an operator with every role. */
function formatRoles({ roles }: OperatorSession): string {
  return roles.length === operatorRoles.length ? '' : ` (${roles.join(', ') || 'look'})`
}

function SignedInFrame({ session, onSignedOut }: { session: OperatorSession; onSignedOut: () => Promise<void> }) {
  const path = usePagePath()
  const releases = useLoaded(loadReleases, refreshReleasesMs)
  const commands = useLoaded(loadCommands, refreshCommandsMs)
  const { reload } = releases
  const isLive = useLiveUpdates(useCallback(() => void reload(), [reload]))
  if (releases.isSignedOut) return <SignInPage way={session.signIn} onSignedIn={onSignedOut} />

  async function signOut() {
    await callServer('/api/session/end', OperatorSession, {})
    await onSignedOut()
  }

  return (
    <div className={css.wide}>
      <Columns
        rail={
          <TabBar
            label="Operations"
            tabs={tabs}
            current={tabs.find(({ to }) => path.startsWith(to))?.to}
            railStart={
              <span className="ac-logo" aria-hidden>
                <Mark size={28} />
                Operations
              </span>
            }
            railEnd={
              session.signIn !== 'none' && (
                <RailItem
                  label={`Sign out ${session.name}${formatRoles(session)}`}
                  icon="logout"
                  onClick={() => void signOut()}
                />
              )
            }
          />
        }
      >
        <Screen className={css.screen}>
          {!isLive && (
            <Hint tone="warn" announce>
              The connection to this page’s server is lost: the page may be out of date.
            </Hint>
          )}
          <Page {...{ path, releases, commands }} />
        </Screen>
      </Columns>
    </div>
  )
}

type PageProps = { path: string; releases: Loaded<ReleasesView>; commands: Loaded<OperatorCommands> }

function Page({ path, releases, commands }: PageProps) {
  if (path.startsWith('/work')) return <WorkPage {...{ path, commands }} />
  if (path.startsWith('/people')) return <PeoplePage path={path} />
  if (path.startsWith('/health')) return <HealthPage releases={releases} />
  if (path.startsWith('/records')) return <RecordsPage {...{ path, commands }} />
  return <ReleasesPage releases={releases} />
}
