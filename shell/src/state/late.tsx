import { Suspense, type ComponentType } from 'react'
import { LastResort } from './last-resort.tsx'

/** Something that may come later, or not at all: without it the screen is a part shorter. */
export function Late({ part: Part }: { part: ComponentType }) {
  return (
    <LastResort onFailure={() => undefined} fallback={() => null}>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </LastResort>
  )
}
