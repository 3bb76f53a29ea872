import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceChecks } from '@adcoin/contract'
import { appProblems } from '@adcoin/checks/app-rules'
import { bundledProblems } from '@adcoin/checks/bundled-rules'
import { rulesVersion } from '@adcoin/checks/rules'
import type { Problem } from '@adcoin/checks/problem'
import { checkLocales, excusesIn } from '@adcoin/checks/locales'
import { repositoryRoot } from '@adcoin/checks/repository'
import { foldersOf } from '@adcoin/checks/source-hash'

/**
 * Holds what an app is built from against the rules, for the release gate, which sees only what the build made. A team
 * that changes `build.json` afterwards gets past this; a team that forgets to lint does not.
 *
 * @param bundled  absolute paths of what the bundler has read
 */
export function sourceChecks(folder: string, app: string, bundled: Iterable<string>): SourceChecks {
  const problems = [...appProblems(folder, app), ...bundledProblems(bundled, app), ...textsOfShell(app)]
  return { law: rulesVersion, problems, sameAsEnglish: { ...record(excusesIn(join(folder, 'locales'))) } }
}

/** A remote's texts are files of its release, where the gate reads them itself; the shell's are in its scripts. */
function textsOfShell(app: string): readonly Problem[] {
  if (app !== 'shell') return []
  return foldersOf(app)
    .map(folder => `${folder}/locales`)
    .filter(folder => existsSync(join(repositoryRoot, folder)))
    .flatMap(folder =>
      checkLocales(join(repositoryRoot, folder)).map(({ file, key, message }) => ({
        file: `${folder}/${file}`,
        line: 1,
        rule: 'locale' as const,
        message: `${key ? `"${key}" ` : ''}${message}`,
      })),
    )
}

function record(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : { unreadable: value }
}
