import { sha256 } from '../../files/hashes.ts'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * A remote's language files are data that the page has no hash of: its entry, which the page has one of, must say each
 * one's. A browser shows English in place of a file that differs, so a build whose entry says another hash would lose
 * five languages without a word.
 */
export const languagesVouched: CandidateRule = ({ app, build, files }) => {
  const entry = files.get(build.entry)?.toString('utf8') ?? ''
  return Object.values(build.locales)
    .filter(path => path.endsWith('.json'))
    .flatMap(path => {
      const bytes = files.get(path)
      if (!bytes || entry.includes(sha256(bytes))) return []
      return [
        refuse(
          'languages-vouched',
          `${app}: ${path}`,
          'its hash does not stand in the entry, so that no browser would read it',
          'Build the app again with the preset of shared/preset, and leave its files as they are.',
        ),
      ]
    })
}
