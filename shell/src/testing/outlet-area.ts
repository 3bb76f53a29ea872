import type { OutletArea, View } from '../composition/area.ts'

/** An area whose remote is brought once, for compositions in which nothing fails over. */
export function outletArea(bring: Promise<View>, left: () => void = () => undefined): OutletArea {
  let view: View = { status: 'pending' }
  const arrival: Promise<View> = bring.then(arrived => {
    view = arrived
    // `use()` then reads it without suspending.
    Object.assign(arrival, { status: 'fulfilled', value: view })
    return view
  })
  const nothing = () => undefined
  return {
    arrival,
    view: () => view,
    subscribe: () => nothing,
    enter: () => left,
    shown: nothing,
    broke: nothing,
    retry: nothing,
    replaceRevoked: nothing,
  }
}
