import { useState, type ReactNode } from 'react'
import { IconButton } from '@adcoin/ui'
import * as v from 'valibot'
import { sharedTexts } from '../texts.ts'
import { defineDraft } from './draft.ts'

const hidden = defineDraft({ owner: 'shell', name: 'hiddenBalance', version: 1, schema: v.boolean() })

/**
 * Whether the person hides the balance, on every screen that shows it; survives reloads, until they log out.
 *
 * @returns the button that hides and shows it, and the placeholder
 */
export function useHiddenBalance(): { readonly isHidden: boolean; readonly eye: ReactNode; readonly dots: ReactNode } {
  const t = sharedTexts.useT()
  const [isHidden, setHidden] = useState(() => hidden.read() ?? false)
  const change = () => {
    hidden.save(!isHidden)
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
