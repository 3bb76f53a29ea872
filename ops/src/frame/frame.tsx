import { useEffect, useState, useCallback } from 'react'
import { OperatorCommands, operatorRoles, OperatorSession, ReleasesView } from '@adcoin/contract/operations'
import { Columns, Hint, Mark, RailItem, Screen, TabBar, type TabItem } from '@adcoin/ui'
import { ask } from '../asking/ask.ts'
import { useLoaded, type Loaded } from '../asking/use-loaded.ts'
import css from '../page.module.css'
import { HealthPage } from '../health/health-page.tsx'
import { PeoplePage } from '../people/people-page.tsx'
import { WorkPage } from '../people/work-page.tsx'
import { RecordsPage } from '../records/records-page.tsx'
import { Refused } from '../refused.tsx'
import { ReleasesPage } from '../releases/releases-page.tsx'
import { SignIn } from '../session/sign-in.tsx'
import { usePlace } from '../place.tsx'

/**
 * Listens by Server-Sent Events for changes of the store, by any author.
 *
 * @returns whether it is connected: without a connection the shown data may be old, and the page shows that
 */
function useLive(onChange: () => void): boolean {
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

const askSession = () => ask('/api/session', OperatorSession)
/** Browser reports about a canary change nothing in the store, so no event announces them. */
const askReleasesEveryMs = 5_000
const askReleases = () => ask('/api/releases', ReleasesView)
/** While the service is away there are none; it is asked until it is back. */
const askCommandsEveryMs = 10_000
const askCommands = () => ask('/api/people', OperatorCommands)
const tabs: readonly TabItem[] = [
  { to: '/releases', label: 'Releases', icon: 'refresh' },
  { to: '/health', label: 'Health', icon: 'info' },
  { to: '/work', label: 'Work', icon: 'tasks' },
  { to: '/people', label: 'People', icon: 'team' },
  { to: '/records', label: 'Records', icon: 'shield' },
]

/** The session first; then the page in its frame. */
export function Frame() {
  const session = useLoaded(askSession)
  if (session.refusals) return <Refused refusals={session.refusals} />
  if (!session.data) return null
  if (session.data.name === null) return <SignIn way={session.data.signIn} onSignedIn={session.again} />
  return <Inside session={session.data} onSignedOut={session.again} />
}

/** Nothing for an operator who may do everything. */
function rolesOf({ roles }: OperatorSession): string {
  return roles.length === operatorRoles.length ? '' : ` (${roles.join(', ') || 'look'})`
}

function Inside({ session, onSignedOut }: { session: OperatorSession; onSignedOut: () => Promise<void> }) {
  const place = usePlace()
  const releases = useLoaded(askReleases, askReleasesEveryMs)
  const commands = useLoaded(askCommands, askCommandsEveryMs)
  const { again } = releases
  const isLive = useLive(useCallback(() => void again(), [again]))
  if (releases.isSignedOut) return <SignIn way={session.signIn} onSignedIn={onSignedOut} />

  async function signOut() {
    await ask('/api/session/end', OperatorSession, {})
    await onSignedOut()
  }

  return (
    <div className={css.wide}>
      <Columns
        rail={
          <TabBar
            label="Operations"
            tabs={tabs}
            current={tabs.find(({ to }) => place.startsWith(to))?.to}
            railStart={
              <span className="ac-logo" aria-hidden>
                <Mark size={28} />
                Operations
              </span>
            }
            railEnd={
              session.signIn !== 'none' && (
                <RailItem
                  label={`Sign out ${session.name}${rolesOf(session)}`}
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
              The connection to the server of this page is gone: what you see may be old.
            </Hint>
          )}
          <Page {...{ place, releases, commands }} />
        </Screen>
      </Columns>
    </div>
  )
}

type PageProps = { place: string; releases: Loaded<ReleasesView>; commands: Loaded<OperatorCommands> }

function Page({ place, releases, commands }: PageProps) {
  if (place.startsWith('/work')) return <WorkPage {...{ place, commands }} />
  if (place.startsWith('/people')) return <PeoplePage place={place} />
  if (place.startsWith('/health')) return <HealthPage releases={releases} />
  if (place.startsWith('/records')) return <RecordsPage {...{ place, commands }} />
  return <ReleasesPage releases={releases} />
}
