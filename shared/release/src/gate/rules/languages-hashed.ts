import { sha256 } from '../../files/hashes.ts'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * The page has no hashes of a remote's language files: the entry, whose hash the page has, must contain them. A browser
 * shows English instead of a file that differs, so an entry with a wrong hash would silently lose five languages.
 */
export const languagesHashed: CandidateRule = ({ app, build, files }) => {
  const entry = files.get(build.entry)?.toString('utf8') ?? ''
  return Object.values(build.locales)
    .filter(path => path.endsWith('.json'))
    .flatMap(path => {
      const bytes = files.get(path)
      if (!bytes || entry.includes(sha256(bytes))) return []
      return [
        refuse(
          'languages-hashed',
          `${app}: ${path}`,
          'its hash does not stand in the entry, so that no browser would read it',
          'Build the app again with the preset of shared/preset, and leave its files as they are.',
        ),
      ]
    })
}
