import { apiCodes } from '@adcoin/contract'
import { findTextProblems } from '@adcoin/checks/texts'
import { createRefusal } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { hashSha256 } from '../../files/files.ts'

/**
 * Every language has its file, and every tab its label, in all six; no language may fall back to English. Source:
 * rulings.md R4.
 */
export const checkSixLanguages: CandidateRule = ({ app, build }) => {
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
      createRefusal(
        'six-languages',
        `${app}: locales/${code}.json`,
        'the language is missing',
        'Add the file with every key translated.',
      ),
    ),
    ...labels.map(where =>
      createRefusal('six-languages', `${app}: tab ${where}`, 'the label is empty', 'Translate the tab label.'),
    ),
    ...partial.map(where =>
      createRefusal(
        'six-languages',
        `${app}: fragment ${where}`,
        'the prerendered fragment is missing',
        'Prerender a path in all six languages or in none.',
      ),
    ),
  ]
}

/**
 * The page has no hashes of a remote's language files: the entry, whose hash the page has, must contain them. A browser
 * shows English instead of a file that differs, so an entry with a wrong hash would silently lose five languages.
 */
export const checkLanguageHashes: CandidateRule = ({ app, build, files }) => {
  const entry = files.get(build.entry)?.toString('utf8') ?? ''
  return Object.values(build.locales)
    .filter(path => path.endsWith('.json'))
    .flatMap(path => {
      const bytes = files.get(path)
      if (!bytes || entry.includes(hashSha256(bytes))) return []
      return [
        createRefusal(
          'languages-hashed',
          `${app}: ${path}`,
          'the entry does not contain its hash, so no browser would use it',
          'Build the app again with tools/preset, and do not edit the built files.',
        ),
      ]
    })
}

/**
 * A remote's texts are complete: each language has every key and placeholder of English, and no text equals the English
 * one unless `same-as-english.json` gives a reason. The shell's texts are in its scripts; `checkLocales` checks them in
 * its sources.
 */
export const checkCompleteTexts: CandidateRule = ({ app, build, files }) => {
  if (app === 'shell') return []
  const texts = new Map(apiCodes.map(code => [code, parseJson(files.get(build.locales[code] ?? ''))] as const))
  return findTextProblems(texts, build.sources?.sameAsEnglish ?? {}).map(({ file, key, message }) =>
    createRefusal(
      'complete-texts',
      `${app}: locales/${file}${key === undefined ? '' : `: ${key}`}`,
      `the text ${message}`,
      'Translate it in all six languages. Where a text must equal English, give the reason in locales/same-as-english.json.',
    ),
  )
}

function parseJson(bytes: Buffer | undefined): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}
