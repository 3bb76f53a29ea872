import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pinned-node.mjs'

/**
 * Brings the packages of the lock file, only when they are missing or differ. npm keeps what it installed in a hidden
 * lock file; packages that are optional (other platforms' binaries) may be absent. Exits with a sentence when npm
 * fails.
 */
export function installDependencies() {
  const hidden = join(root, 'node_modules/.package-lock.json')
  const [wanted, found] = [join(root, 'package-lock.json'), hidden].map(file =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {},
  )
  const isThere = ([path, { link, optional, devOptional, version, integrity }]) => {
    if (!path.startsWith('node_modules/') || link) return true
    const there = found[path] ?? (optional || devOptional ? { version, integrity } : {})
    return there.version === version && there.integrity === integrity
  }
  if (existsSync(hidden) && Object.entries(wanted).every(isThere)) return
  console.log('Installing the packages of package-lock.json (npm ci) …')
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (spawnSync('npm', words, { cwd: root, stdio: 'inherit' }).status === 0) return
  console.error(
    'The packages could not be installed (npm prints the error above). Check the network, then start again.',
  )
  process.exit(1)
}
