import { satisfies } from 'semver'
import type { SharedNames } from './shared-names.ts'
import { repositoryRoot } from '@adcoin/checks/repository'
import { sharedPackages, readPublicApi, type PublicApi } from './public-api.ts'

/** Every module of ours with what is recorded of it, and where. */
function recorded(): readonly { module: string; file: string; names: PublicApi['exports'][string] }[] {
  return sharedPackages().flatMap(({ workspace: { folder }, modules }) => {
    const { exports } = readPublicApi(repositoryRoot, folder)
    return modules.map(module => ({ module, file: `${folder}/public-api.json`, names: exports[module] ?? {} }))
  })
}

/**
 * Holds what a remote's built code uses against what it asks for: each export is one that the shared packages have, and
 * the version that it asks for has all of them.
 *
 * @throws with the first that is not so
 */
export function checkUsed(used: SharedNames, ranges: Readonly<Record<string, string>>): void {
  for (const { module, file, names } of recorded()) {
    for (const name of used[module] ?? []) {
      const entry = names[name]
      if (!entry)
        throw new Error(
          `it uses ${name} of ${module}, which ${file} does not have; where it is new, run npm run references`,
        )
      // Every version that the range lets in has the export as it is now, so its own oldest one does too.
      const lowest = (ranges[module] ?? '').slice(1)
      if (!satisfies(lowest, `>=${entry.since}`))
        throw new Error(
          `it uses ${name} of ${module}, which is as it is since ${entry.since}, but asks for ^${lowest} only; import it by name`,
        )
    }
  }
}

/**
 * Holds what the built shell has against what is recorded of the shared packages.
 *
 * @throws with the first module of which the record is another
 */
export function checkProvided(provided: SharedNames): void {
  for (const { module, file, names } of recorded()) {
    const built = provided[module] ?? []
    const strange = [...built.filter(name => !names[name]), ...Object.keys(names).filter(name => !built.includes(name))]
    if (strange.length > 0)
      throw new Error(`${module} and ${file} differ in ${strange.join(', ')}; run npm run references`)
  }
}
