import { apiCodes } from '@adcoin/contract'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * Every language has its file, and every tab its label, in all six; no language may fall back to English. Source:
 * rulings.md R4.
 */
export const sixLanguages: CandidateRule = ({ app, build }) => {
  const missing = apiCodes.filter(code => build.locales[code] === undefined)
  const labels = build.tabs.flatMap(tab =>
    apiCodes.filter(code => tab.labels[code].trim() === '').map(code => `${tab.path} in ${code}`),
  )
  const fragments = new Map<string, string[]>()
  for (const key of Object.keys(build.fragments)) {
    const [path = '', code = ''] = key.split('|')
    fragments.set(path, [...(fragments.get(path) ?? []), code])
  }
  const partial = [...fragments].flatMap(([path, codes]) =>
    apiCodes.filter(code => !codes.includes(code)).map(code => `${path} in ${code}`),
  )
  return [
    ...missing.map(code =>
      refuse(
        'six-languages',
        `${app}: locales/${code}.json`,
        'the language is missing',
        'Add the file with every key translated.',
      ),
    ),
    ...labels.map(where =>
      refuse('six-languages', `${app}: tab ${where}`, 'the label is empty', 'Translate the tab label.'),
    ),
    ...partial.map(where =>
      refuse(
        'six-languages',
        `${app}: fragment ${where}`,
        'the prerendered fragment is missing',
        'Prerender a path in all six languages or in none.',
      ),
    ),
  ]
}
