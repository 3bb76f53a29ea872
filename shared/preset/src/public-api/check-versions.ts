import { differenceOf, leastVersion, type PublicApiDifference } from './raise.ts'
import { currentExports } from './current-exports.ts'
import { sharedPackages, readPublicApi } from './public-api.ts'

type Problem = { file: string; line: number; rule: 'sharedVersion'; message: string }

/** Shared packages whose version does not reflect their changes, each with the version to write. */
export function versionProblems(root: string): readonly Problem[] {
  const now = currentExports(root)
  return sharedPackages(root).flatMap(({ workspace: { folder, manifest } }) => {
    const publicApi = readPublicApi(root, folder)
    const difference = differenceOf(publicApi, now.get(folder) ?? {})
    const least = leastVersion(publicApi, difference)
    if (least === publicApi.version && manifest.version === publicApi.version) return []
    const message =
      least === publicApi.version
        ? `says ${manifest.version}, its public-api.json ${publicApi.version}. Run npm run public-api.`
        : `since ${publicApi.version} ${describeDifference(difference)}. Run npm run public-api: it writes ${least} here. Where a remote that was built before would break, write the next major first.`
    return [{ file: `${folder}/package.json`, line: 1, rule: 'sharedVersion' as const, message }]
  })
}

/** `added @adcoin/ui: Badge; removed @adcoin/ui: Hint` */
export function describeDifference(difference: PublicApiDifference): string {
  return Object.entries(difference)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} ${names.join(', ')}`)
    .join('; ')
}
