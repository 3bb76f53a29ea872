import { sharedTexts } from '../texts.ts'

/** The action of a call, for the full-screen loader. */
export type Doing = 'send' | 'save' | 'check' | 'login' | 'claim' | 'link' | 'withdraw'

/** Texts of the loader that are more exact than "Loading". Source: rulings.md R6, expectations.md 5. */
export function doingText(doing: Doing): string {
  return sharedTexts.t(`doing.${doing}`)
}
