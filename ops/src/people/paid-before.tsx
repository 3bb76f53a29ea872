import type { WaitingSubmission } from '@adcoin/contract/operations'
import { formatDate } from '@adcoin/i18n/formats'
import { Disclosure, Pill } from '@adcoin/ui/pages'
import { Facts } from '../facts.tsx'
import css from '../page.module.css'
import { Evidence } from './evidence.tsx'
import { PersonLink } from './person-link.tsx'
import { ForeignLink } from './queue.tsx'

const sameTexts = { link: 'same link', profile: 'same profile of another person', picture: 'same picture' } as const

/** A warning that this proof was paid before, with the newest of those proofs to compare. */
export function PaidBefore({
  paidBefore: { times, same, proofs },
}: {
  paidBefore: NonNullable<WaitingSubmission['paid_before']>
}) {
  return (
    <div className="ac-stack ac-stack--2">
      <p>
        <Pill tone="warn">
          Paid before: {times} {times === 1 ? 'time' : 'times'}, {same.map(kind => sameTexts[kind]).join(', ')}
        </Pill>
      </p>
      <Disclosure title="The newest of them">
        {proofs.map(({ assignment, title, user_id, person_state, submitted_at, video_link, homepage_link, files }) => (
          <section key={assignment} className="ac-stack ac-stack--2" aria-label={`${title} of ${user_id}`}>
            <Facts
              items={{
                Task: title,
                Person: <PersonLink id={user_id} state={person_state} />,
                Sent: formatDate(submitted_at, 'moment'),
                Post: video_link && <ForeignLink href={video_link} />,
                Profile: homepage_link && <ForeignLink href={homepage_link} />,
              }}
            />
            {files.length > 0 && (
              <div className={css.proof}>
                {files.map((file, index) => (
                  <Evidence key={file} file={file} label={`Earlier proof ${index + 1} of ${files.length}`} />
                ))}
              </div>
            )}
          </section>
        ))}
      </Disclosure>
    </div>
  )
}
