import { createHash } from 'node:crypto'
import type { CandidateRule } from '../candidate.ts'

/**
 * A remote's language files are data that the page has no hash of: its entry, which the page has one of, must say each one's. A browser
 * shows English in place of a file that differs, so a build whose entry says another hash would lose five languages without a word.
 */
export const languagesVouched: CandidateRule = ({ app, build, files }) => {
  const entry = files.get(build.entry)?.toString('utf8') ?? ''
  return Object.entries(build.locales)
    .filter(([, path]) => path.endsWith('.json'))
    .flatMap(([code, path]) => {
      const bytes = files.get(path)
      if (!bytes) return []
      const says = !holdsTexts(bytes)
        ? 'the language file holds something that is no text'
        : !entry.includes(sha256(bytes))
          ? 'its hash does not stand in the entry, so that no browser would read it'
          : undefined
      return says === undefined
        ? []
        : [
            {
              rule: 'languages-vouched',
              place: `${app}: ${path}`,
              says,
              remedy: `Build the app again with the preset of shared/build; locales/${code}.json is a tree of texts.`,
            },
          ]
    })
}

function sha256(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

function holdsTexts(bytes: Buffer): boolean {
  const isTree = (value: unknown): boolean =>
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isTree))
  try {
    const texts: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof texts === 'object' && isTree(texts)
  } catch {
    return false
  }
}
