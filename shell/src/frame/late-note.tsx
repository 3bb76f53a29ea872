import { Suspense } from 'react'
import { createLazyPage } from '@adcoin/remote'
import { LastResort } from './last-resort.tsx'

const note = createLazyPage(() => import(/* webpackChunkName: "later" */ './wide-note.tsx'))

/** The note beside the column, for people who are signed in; without it the column stands alone. */
export function LateNote() {
  return (
    <LastResort onFailure={() => undefined} fallback={() => null}>
      <Suspense fallback={null}>
        <note.Page />
      </Suspense>
    </LastResort>
  )
}
