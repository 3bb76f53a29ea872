import type { OutletArea, View } from '../composition/area.ts'

/** An area whose remote is brought once, for compositions in which nothing fails over. */
export function createOutletArea(loading: Promise<View>, onLeave: () => void = () => undefined): OutletArea {
  let view: View = { status: 'pending' }
  const arrival: Promise<View> = loading.then(arrived => {
    view = arrived
    // `use()` then reads it without suspending.
    void Object.assign(arrival, { status: 'fulfilled', value: view })
    return view
  })
  const doNothing = () => undefined
  return {
    arrival,
    view: () => view,
    subscribe: () => doNothing,
    enter: () => onLeave,
    markShown: doNothing,
    handleBreak: doNothing,
    retry: doNothing,
    isRevoked: () => false,
    replaceRevoked: doNothing,
  }
}
