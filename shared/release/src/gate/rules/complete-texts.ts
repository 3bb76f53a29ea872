import { textProblems } from '@adcoin/checks/texts'
import { apiCodes } from '@adcoin/contract'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * A remote's texts are complete: each language has every key and placeholder of English, and no text equals the English
 * one unless `same-as-english.json` gives a reason. The shell's texts are in its scripts, and its build checks them
 * (`import-rules-kept.ts`).
 */
export const completeTexts: CandidateRule = ({ app, build, files }) => {
  if (app === 'shell') return []
  const texts = new Map(apiCodes.map(code => [code, parsed(files.get(build.locales[code] ?? ''))] as const))
  return textProblems(texts, build.sources?.sameAsEnglish ?? {}).map(({ file, key, message }) =>
    refuse(
      'complete-texts',
      `${app}: locales/${file}${key === undefined ? '' : `: ${key}`}`,
      `the text ${message}`,
      'Translate it in all six languages; what must be as in English says why in locales/same-as-english.json.',
    ),
  )
}

function parsed(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}
