import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repositoryRoot } from './repository.ts'

const notCopied = new Set(['node_modules', '.git', 'dist', '.data', '.cache', 'test-results'])

/**
 * The repository at another place, as another machine has it: own sources, own packages. For tests that change sources
 * or compare places.
 *
 * @param root  absolute path of a folder that is not there yet
 */
export function copyRepository(root: string): void {
  mkdirSync(root, { recursive: true })
  cpSync(repositoryRoot, root, { recursive: true, filter: from => !notCopied.has(basename(from)) })
  const from = join(repositoryRoot, 'node_modules')
  // Hard links where the disk allows them: the packages are 500 MB.
  try {
    execFileSync('cp', ['-al', from, root], { stdio: 'pipe' })
  } catch {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    execFileSync('cp', ['-a', from, root], { stdio: 'pipe' })
  }
}

/** Builds an app of a copied repository for production. @throws with the builder's words where it fails */
export function buildIn(root: string, app: string, env: NodeJS.ProcessEnv = {}): void {
  execFileSync(process.execPath, [join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: join(root, app),
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  })
}
