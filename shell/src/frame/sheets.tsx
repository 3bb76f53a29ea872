import { HelpPanel } from '../help/help-panel.tsx'
import { LanguageSheet } from '../language/language-sheet.tsx'

/** The sheets of the shell, in the file that arrives after everything that a screen needs. */
export function Page() {
  return (
    <>
      <HelpPanel />
      <LanguageSheet />
    </>
  )
}
