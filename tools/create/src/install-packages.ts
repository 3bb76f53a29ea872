import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './templates.ts'

/** Words of `npm install`. Other machines read the lock file with other registries. */
export const installing = [
  'install',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--omit-lockfile-registry-resolved',
]

/** Installs what a team's repository names, and completes its lock file. @throws CreateError */
export function installPackages(folder: string): void {
  runNpm(folder, ...installing)
  completeLock(folder)
}

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }

/**
 * Removes from a lock file the optional packages that it names and does not hold: those that the registry does not
 * have, mostly builds for other machines. `npm install` passes over them; `npm ci` would end with "Missing: …".
 */
export function completeLock(folder: string): void {
  const file = join(folder, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
  for (const [place, entry] of Object.entries(lock.packages)) {
    const optional = Object.entries(entry.optionalDependencies ?? {})
    const held = optional.filter(([name]) => isHeld(lock, place, name))
    if (place !== '' && held.length < optional.length) entry.optionalDependencies = Object.fromEntries(held)
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/** Whether a package finds another, as Node does: in its own folder, else in each one above. */
function isHeld({ packages }: Lock, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}
