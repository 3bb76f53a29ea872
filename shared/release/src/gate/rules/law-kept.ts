import { lawVersion } from '@adcoin/checks/law'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * The build has held the sources against the law of imports, and found nothing: no other remote, nothing of the shell,
 * no library that the kit carries, no way past a package's door, and of the shell no text that is missing. The build
 * alone sees sources, so its word is taken; a build that has not looked is none.
 */
export const lawKept: CandidateRule = ({ app, build: { sources } }) => {
  if (sources?.law !== lawVersion)
    return [
      refuse(
        'law',
        `${app}: build.json: sources`,
        sources
          ? `the build knew version ${sources.law} of the law`
          : 'the build does not say whether it keeps the law',
        `Build the app again with the preset of shared/preset, which knows version ${lawVersion}.`,
      ),
    ]
  return sources.problems.map(({ file, line, rule, message }) =>
    refuse(
      'law',
      `${app}: ${file}:${line}`,
      `${rule}: ${message}`,
      'Mend it and build again; `npm run check` says the same.',
    ),
  )
}
