import { formatDate } from '@adcoin/i18n/formats'
import { WaitingProof, type OperatorCommands } from '@adcoin/contract/operations'
import { Button } from '@adcoin/ui'
import { Amount, Card } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useAsked } from '../asking/use-asked.ts'
import css from '../page.module.css'
import { Refused } from '../refused.tsx'
import { runCommand } from './command.ts'
import type { Decision } from './decision-sheet.tsx'
import { Facts, ForeignLink, Queue } from './queue.tsx'
import { useAct } from './use-act.ts'

const askEveryMs = 5_000
const waiting = () => runCommand('review list', v.array(WaitingProof))

/** Proof that waits for a decision, with its pictures as large as the screen lets them be. */
export function Proofs({ reasons }: { reasons: OperatorCommands['reasons']['review'] }) {
  return (
    <Queue
      asked={useAsked(waiting, askEveryMs)}
      empty="No proof waits for a decision."
      draw={(proof, hands) => <Proof key={`${proof.assignment} ${proof.attempt}`} {...{ proof, reasons, ...hands }} />}
    />
  )
}

type ProofProps = {
  proof: WaitingProof
  reasons: OperatorCommands['reasons']['review']
  decide: (decision: Decision) => void
  again: () => Promise<void>
}

function Proof({ proof, reasons, decide, again }: ProofProps) {
  const { assignment, title, reward, files, films } = proof
  const { isBusy, refusals, act } = useAct()
  return (
    <Card>
      <article className="ac-stack" aria-label={title}>
        <div className={css.between}>
          <h2 className="ac-title">{title}</h2>
          <Amount minor={reward} />
        </div>
        <Facts items={factsOf(proof)} />
        {files.length > 0 && (
          <div className={css.proof}>
            {files.map((file, index) => (
              <Evidence
                key={file}
                file={file}
                isFilm={films.includes(file)}
                label={`Proof ${index + 1} of ${files.length}`}
              />
            ))}
          </div>
        )}
        {refusals && <Refused refusals={refusals} />}
        <div className={css.actions}>
          <Button
            size="small"
            busy={isBusy}
            onClick={() =>
              void act(async () => {
                await runCommand('review pass', v.unknown(), [assignment])
                await again()
              })
            }
          >
            Pass and pay
          </Button>
          <Button
            kind="secondary"
            size="small"
            onClick={() =>
              decide({
                title: `Refuse: ${title}`,
                verb: 'Refuse the proof',
                command: 'review fail',
                id: assignment,
                asks: { kind: 'reason', reasons },
              })
            }
          >
            Refuse
          </Button>
        </div>
      </article>
    </Card>
  )
}

function factsOf({
  user_id,
  platform,
  account,
  username,
  video_link,
  homepage_link,
  submitted_at,
  attempt,
}: WaitingProof) {
  return {
    Person: user_id,
    Account: account && `@${account} (${platform})`,
    Says: username && `@${username}`,
    Post: video_link && <ForeignLink href={video_link} />,
    Profile: homepage_link && <ForeignLink href={homepage_link} />,
    Sent: `${formatDate(submitted_at, 'moment')}, attempt ${attempt}`,
  }
}

/** By this page's own server: the product's address is another origin. */
function Evidence({ file, isFilm, label }: { file: string; isFilm: boolean; label: string }) {
  const { pathname, search } = new URL(file, location.origin)
  const source = `/api${pathname}${search}`
  // What people film has no subtitles.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (isFilm) return <video src={source} aria-label={label} controls playsInline preload="metadata" />
  return (
    <a href={source} target="_blank" rel="noopener noreferrer">
      <img src={source} alt={label} loading="lazy" />
    </a>
  )
}
