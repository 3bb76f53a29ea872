import { formatDate } from '@adcoin/i18n/formats'
import { WaitingBinding, type OperatorCommands } from '@adcoin/contract/operations'
import { Button } from '@adcoin/ui'
import { Card } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useLoaded } from '../server/use-loaded.ts'
import { Facts } from '../facts.tsx'
import css from '../page.module.css'
import { runCommand } from '../server/use-action.ts'
import { ForeignLink, Queue } from './queue.tsx'
import { PersonLink } from './person-link.tsx'

const refreshMs = 5_000

/** Social accounts that wait to be linked. */
export function Bindings({ reasons }: { reasons: OperatorCommands['reasons']['bind'] }) {
  return (
    <Queue
      loaded={useLoaded(loadWaiting, refreshMs)}
      since={({ created_at }) => created_at}
      empty="No account waits to be linked."
      draw={({ account, platform, username, link, challenge, user_id, person_state, created_at }, { decide }) => (
        <Card key={account}>
          <article className="ac-stack" aria-label={`@${username}`}>
            <h2 className="ac-title">
              @{username} ({platform})
            </h2>
            <Facts
              items={{
                Person: <PersonLink id={user_id} state={person_state} />,
                Profile: <ForeignLink href={link} />,
                'Code in the profile': challenge,
                Asked: formatDate(created_at, 'moment'),
              }}
            />
            <div className={css.actions}>
              <Button
                size="small"
                onClick={() =>
                  decide({
                    title: `Link @${username}`,
                    verb: 'Link it',
                    command: 'bind pass',
                    id: account,
                    input: { kind: 'profile' },
                  })
                }
              >
                Link
              </Button>
              <Button
                kind="secondary"
                size="small"
                onClick={() =>
                  decide({
                    title: `Refuse @${username}`,
                    verb: 'Refuse it',
                    command: 'bind fail',
                    id: account,
                    input: { kind: 'reason', reasons },
                  })
                }
              >
                Refuse
              </Button>
            </div>
          </article>
        </Card>
      )}
    />
  )
}
const loadWaiting = () => runCommand('bind list', v.array(WaitingBinding))
