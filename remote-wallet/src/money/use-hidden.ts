import { readDraft, saveDraft } from '@adcoin/session'
import { useState } from 'react'

const route = 'money'

/** Whether the person hides the amounts of this screen; stays over reloads, until they log out. */
export function useHidden(): [boolean, (isHidden: boolean) => void] {
  const [isHidden, setHidden] = useState(readHidden)
  return [isHidden, next => {
    saveDraft(route, { isHidden: next })
    setHidden(next)
  }]
}

function readHidden(): boolean {
  const kept = readDraft(route)
  return typeof kept === 'object' && kept !== null && 'isHidden' in kept && kept.isHidden === true
}
