import { useState, type ReactNode } from 'react'
import { readDraft, saveDraft } from '@adcoin/session'
import { IconButton } from '@adcoin/ui'
import { kitTexts } from '../texts.ts'

const route = 'money'

/**
 * Whether the person hides the balance, on every screen that shows it; stays over reloads, until they log out.
 *
 * @returns the button that hides and shows it, and what stands in its place
 */
export function useHiddenBalance(): { readonly isHidden: boolean; readonly eye: ReactNode; readonly dots: ReactNode } {
  const t = kitTexts.useT()
  const [isHidden, setHidden] = useState(readHidden)
  const change = () => {
    saveDraft(route, { isHidden: !isHidden })
    setHidden(!isHidden)
  }
  return {
    isHidden,
    eye: (
      <IconButton
        icon={isHidden ? 'eyeoff' : 'eye'}
        label={isHidden ? t('balance.show') : t('balance.hide')}
        onClick={change}
      />
    ),
    dots: (
      <span className="ac-amt ac-amt--big" role="img" aria-label={t('balance.hidden')}>
        ••••
      </span>
    ),
  }
}

function readHidden(): boolean {
  const kept = readDraft(route)
  return typeof kept === 'object' && kept !== null && 'isHidden' in kept && kept.isHidden === true
}
