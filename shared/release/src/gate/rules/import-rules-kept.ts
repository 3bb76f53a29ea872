import { rulesVersion } from '@adcoin/checks/rules'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * The build has held the sources against the rules of imports, and found nothing: no other remote, nothing of the
 * shell, no library that shared packages carry, nothing past a package's public API, and of the shell no text that is
 * missing. The build alone sees sources, so its word is taken; a build that has not looked is none.
 */
export const importRulesKept: CandidateRule = ({ app, build: { sources } }) => {
  if (sources?.law !== rulesVersion)
    return [
      refuse(
        'import-rules',
        `${app}: build.json: sources`,
        sources
          ? `the build knew version ${sources.law} of the rules`
          : 'the build does not record whether it keeps the rules',
        `Build the app again with the preset of shared/preset, which knows version ${rulesVersion}.`,
      ),
    ]
  return sources.problems.map(({ file, line, rule, message }) =>
    refuse(
      'import-rules',
      `${app}: ${file}:${line}`,
      `${rule}: ${message}`,
      'Mend it and build again; `npm run check` says the same.',
    ),
  )
}
