import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pinned-node.mjs'

/**
 * Are the installed packages the ones of the lock file? npm keeps what it installed in a hidden lock file;
 * packages that are optional (other platforms' binaries) may be absent.
 */
export function dependenciesAreInstalled(folder = root) {
  const hidden = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true
    const there = found[path]
    if (!there) return Boolean(entry.optional || entry.devOptional)
    return there.version === entry.version && there.integrity === entry.integrity
  })
}

/** Brings the packages of the lock file, only when they are missing or differ. Exits with a sentence when npm fails. */
export function bringDependencies() {
  if (dependenciesAreInstalled()) return
  console.log('Bringing the packages of package-lock.json (npm ci) …')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status === 0) return
  console.error(
    'The packages could not be installed: "npm ci" failed (its message stands above). Check the network and the npm registry, then start again.',
  )
  process.exit(1)
}
