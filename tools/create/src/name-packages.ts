import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackageJson } from '@adcoin/checks/repository'
import { platformFolder, type PlatformRecord } from './platform-record.ts'

/**
 * Names a platform's packages and tools in the `package.json` of a team's repository.
 *
 * @param before  the platform in use: tools that only it had are removed
 */
export function namePackages(folder: string, platform: PlatformRecord, before?: PlatformRecord): void {
  const file = join(folder, 'package.json')
  const manifest = readPackageJson(file)
  const isForTests = ({ name }: PlatformRecord['packages'][number]) => name === '@adcoin/testing'
  const nameTarballs = (packages: PlatformRecord['packages']) =>
    Object.fromEntries(packages.map(each => [each.name, `file:${platformFolder}/${each.file}`]))
  const next = {
    ...manifest,
    optionalDependencies: merge(manifest.optionalDependencies, before?.tools.optional, platform.tools.optional),
    dependencies: merge(
      manifest.dependencies,
      nameTarballs(before?.packages ?? []),
      nameTarballs(platform.packages.filter(each => !isForTests(each))),
    ),
    devDependencies: merge(manifest.devDependencies, before?.tools.development, {
      ...platform.tools.development,
      ...nameTarballs(platform.packages.filter(isForTests)),
    }),
  }
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
}

type Ranges = Readonly<Record<string, string>>

function merge(own: Ranges = {}, before: Ranges = {}, now: Ranges): Ranges {
  return { ...Object.fromEntries(Object.entries(own).filter(([name]) => !(name in before))), ...now }
}
