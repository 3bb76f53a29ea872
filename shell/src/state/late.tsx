import { Suspense, type ComponentType } from 'react'
import { LastResort } from './last-resort.tsx'

/** A part of the screen whose code may load later or fail: the screen works without it. */
export function Late({ part: Part }: { part: ComponentType }) {
  return (
    <LastResort onFailure={() => undefined} fallback={() => null}>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </LastResort>
  )
}
