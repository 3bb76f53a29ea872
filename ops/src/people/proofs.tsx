import { formatDate } from '@adcoin/i18n/formats'
import { WaitingSubmission, type OperatorCommands } from '@adcoin/contract/operations'
import { Button } from '@adcoin/ui'
import { Amount, Card, Disclosure, Pill } from '@adcoin/ui/pages'
import * as v from 'valibot'
import { useLoaded } from '../server/use-loaded.ts'
import { Facts } from '../facts.tsx'
import css from '../page.module.css'
import { runCommand } from '../server/use-action.ts'
import type { OperatorDecision } from './decision-sheet.tsx'
import { Evidence } from './evidence.tsx'
import { PaidBefore } from './paid-before.tsx'
import { ForeignLink, Queue } from './queue.tsx'
import { PersonLink } from './person-link.tsx'

const refreshMs = 5_000

/** Submissions and appeals that wait for a decision, with their pictures in full width. */
export function Proofs({ reasons }: { reasons: OperatorCommands['reasons']['review'] }) {
  return (
    <Queue
      loaded={useLoaded(loadWaiting, refreshMs)}
      empty="No proof waits for a decision."
      since={({ appeal, submitted_at }) => appeal?.at ?? submitted_at}
      draw={(proof, actions) => (
        <Proof key={`${proof.assignment} ${proof.attempt} ${proof.appeal?.at}`} {...{ proof, reasons, ...actions }} />
      )}
    />
  )
}
const loadWaiting = () => runCommand('review list', v.array(WaitingSubmission))

type ProofProps = {
  proof: WaitingSubmission
  reasons: OperatorCommands['reasons']['review']
  decide: (decision: OperatorDecision) => void
}

function Proof({ proof, reasons, decide }: ProofProps) {
  const { title, reward, files, films, appeal, paid_before: paidBefore } = proof
  const decisions = createDecisions(proof, reasons)
  return (
    <Card>
      <article className="ac-stack" aria-label={title}>
        <div className={css.between}>
          <h2 className="ac-title">{title}</h2>
          <Amount minor={reward} />
        </div>
        {appeal && <AppealFacts appeal={appeal} />}
        {paidBefore && <PaidBefore paidBefore={paidBefore} />}
        <Facts items={listFacts(proof)} />
        <Demand task={proof.asked} />
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
        <div className={css.actions}>
          <Button size="small" onClick={() => decide(decisions.pass)}>
            {appeal ? 'Accept and pay' : 'Pass and pay'}
          </Button>
          <Button kind="secondary" size="small" onClick={() => decide(decisions.fail)}>
            {appeal ? 'Reject the appeal' : 'Refuse'}
          </Button>
        </div>
      </article>
    </Card>
  )
}

/** The words of both sides. The operator who decided first is refused by the service. */
function AppealFacts({ appeal }: { appeal: NonNullable<WaitingSubmission['appeal']> }) {
  const { text, at, decide_by, first_reason, first_decided_by } = appeal
  return (
    <div className="ac-stack ac-stack--2">
      <p>
        <Pill tone="warn">Appeal</Pill>
      </p>
      <Facts
        items={{
          'The person wrote': text,
          'First reason': first_reason,
          'Rejected by': first_decided_by && `${first_decided_by}, who must not decide the appeal`,
          Appealed: formatDate(at, 'moment'),
          'Decide by': formatDate(decide_by, 'moment'),
        }}
      />
    </div>
  )
}

/** The task's demand, to compare the proof with. */
function Demand({ task: { brief, steps, disclosure, hashtag, target_url } }: { task: WaitingSubmission['asked'] }) {
  return (
    <Disclosure title="What the task asked for" open>
      <div className="ac-stack ac-stack--2">
        <p>{brief}</p>
        <ol className={css.steps}>
          {steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Facts
          items={{
            Hashtag: hashtag,
            Disclosure: disclosure,
            Link: target_url && <ForeignLink href={target_url} />,
          }}
        />
      </div>
    </Disclosure>
  )
}

function createDecisions(
  { assignment: id, title, reward, user_id, appeal }: WaitingSubmission,
  reasons: ProofProps['reasons'],
): Readonly<Record<'pass' | 'fail', OperatorDecision>> {
  const note = (
    <>
      <Amount minor={reward} /> for {user_id}
    </>
  )
  const words = appeal
    ? { pass: 'Accept the appeal', passes: 'Accept it and pay', fail: 'Reject the appeal', fails: 'Reject the appeal' }
    : { pass: 'Pass', passes: 'Pass it and pay', fail: 'Refuse', fails: 'Refuse the proof' }
  return {
    pass: {
      ...{ title: `${words.pass}: ${title}`, verb: words.passes, command: 'review pass', id, note },
      input: { kind: 'nothing' },
    },
    fail: {
      ...{ title: `${words.fail}: ${title}`, verb: words.fails, command: 'review fail', id },
      input: { kind: 'reason', reasons },
    },
  }
}

function listFacts({
  user_id,
  person_state,
  platform,
  account,
  username,
  video_link,
  homepage_link,
  submitted_at,
  attempt,
}: WaitingSubmission) {
  return {
    Person: <PersonLink id={user_id} state={person_state} />,
    Account: account && `@${account} (${platform})`,
    'Given username': username && `@${username}`,
    Post: video_link && <ForeignLink href={video_link} />,
    Profile: homepage_link && <ForeignLink href={homepage_link} />,
    Sent: `${formatDate(submitted_at, 'moment')}, attempt ${attempt}`,
  }
}
