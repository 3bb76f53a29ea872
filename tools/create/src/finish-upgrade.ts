import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPackageJson } from '@adcoin/checks/repository'
import { applyRenames } from './codemods.ts'
import { describeChanges } from './describe-changes.ts'
import { platformFolder, readPlatformRecord, type PlatformRecord } from './platform-record.ts'
import { readTemplateScripts } from './templates.ts'

/**
 * The second half of an upgrade, run by the tools of the new platform: settings, scripts of package.json, renamed
 * names, and the lines that the team reads.
 *
 * @param former  the folder of the platform before
 */
export function finishUpgrade(folder: string, former: string): void {
  const before = readPlatformRecord(former)
  const now = readPlatformRecord(join(folder, platformFolder))
  if (!now) throw new Error(`${folder} has no platform`)
  const settings = updateSettings(folder, now.files, before?.files)
  const renamed = renameInSources(folder)
  const scripts = addMissingScripts(folder)
  console.info(
    [
      ...describeChanges(before, now),
      ...listIfAny('Settings brought up to date', settings.written),
      ...settings.kept.map(
        name => `${name} was changed here and by the platform: compare it with ${name}.platform, then delete that.`,
      ),
      ...listIfAny('New scripts of package.json', scripts),
      ...listIfAny('Renamed names in', renamed),
      '',
      'Next: npm run check --workspaces, npm test --workspaces, and commit all of it.',
    ].join('\n'),
  )
}

const listIfAny = (title: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${title}: ${names.join(', ')}`]

/** Writes settings that the team did not change. Changed ones stay, and the platform's are written beside them. */
export function updateSettings(
  folder: string,
  now: PlatformRecord['files'],
  before: PlatformRecord['files'] = {},
): { readonly written: readonly string[]; readonly kept: readonly string[] } {
  const written: string[] = []
  const kept: string[] = []
  for (const [name, text] of Object.entries(now)) {
    const file = join(folder, name)
    const own = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    // A setting that was deleted stays deleted.
    if (own === text || text === before[name] || (own === undefined && name in before)) continue
    const isChangedHere = own !== undefined && own !== before[name]
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(isChangedHere ? `${file}.platform` : file, text)
    ;(isChangedHere ? kept : written).push(name)
  }
  return { written, kept }
}

/** @returns the changed files */
function renameInSources(folder: string): readonly string[] {
  const places = readdirSync(folder).filter(name => name.startsWith('remote-') || /\.tsx?$/.test(name))
  const files = places.flatMap(place =>
    /\.tsx?$/.test(place)
      ? [place]
      : readdirSync(join(folder, place), { recursive: true }).map(name => join(place, String(name))),
  )
  return files.filter(name => {
    if (!/\.tsx?$/.test(name) || /(^|[\\/])(node_modules|dist|\.cache)[\\/]/.test(name)) return false
    const before = readFileSync(join(folder, name), 'utf8')
    const after = applyRenames(before, name)
    if (after !== before) writeFileSync(join(folder, name), after)
    return after !== before
  })
}

/** @returns the scripts that the template has and this package.json had not */
function addMissingScripts(folder: string): readonly string[] {
  const file = join(folder, 'package.json')
  const manifest = readPackageJson(file) as ReturnType<typeof readPackageJson> & { scripts?: Record<string, string> }
  const template = readTemplateScripts()
  const missing = Object.keys(template).filter(name => manifest.scripts?.[name] === undefined)
  if (missing.length > 0)
    writeFileSync(file, `${JSON.stringify({ ...manifest, scripts: { ...template, ...manifest.scripts } }, null, 2)}\n`)
  return missing
}
