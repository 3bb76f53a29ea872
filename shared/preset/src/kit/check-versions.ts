import { differenceOf, leastVersion, type SurfaceDifference } from './raise.ts'
import { offers } from './offers.ts'
import { kitPackages, readSurface } from './surface.ts'

type Problem = { file: string; line: number; rule: 'kitVersion'; message: string }

/** Shared packages whose version does not reflect their changes, each with the version to write. */
export function versionProblems(root: string): readonly Problem[] {
  const now = offers(root)
  return kitPackages(root).flatMap(({ workspace: { folder, manifest } }) => {
    const surface = readSurface(root, folder)
    const difference = differenceOf(surface, now.get(folder) ?? {})
    const least = leastVersion(surface, difference)
    if (least === surface.version && manifest.version === surface.version) return []
    const message =
      least === surface.version
        ? `says ${manifest.version}, its surface.json ${surface.version}. Run npm run surface.`
        : `since ${surface.version} ${describeDifference(difference)}. Run npm run surface: it writes ${least} here. Where a remote that was built before would break, write the next major first.`
    return [{ file: `${folder}/package.json`, line: 1, rule: 'kitVersion' as const, message }]
  })
}

/** `added @adcoin/ui: Badge; removed @adcoin/ui: Hint` */
export function describeDifference(difference: SurfaceDifference): string {
  return Object.entries(difference)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} ${names.join(', ')}`)
    .join('; ')
}
