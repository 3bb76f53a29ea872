import { kitTexts } from '../texts.ts'

/** What a call does, for the full-screen loader. */
export type Doing = 'send' | 'save' | 'check' | 'login' | 'claim' | 'link' | 'withdraw'

/** The words of the loader that say more than "Loading". Source: rulings.md R6, expectations.md 5. */
export function doingText(doing: Doing): string {
  return kitTexts.t(`doing.${doing}`)
}
