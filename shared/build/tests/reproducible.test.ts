import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repositoryRoot } from '../src/repository.ts'

const apps = ['shell', 'remote-auth']
const notCopied = new Set(['node_modules', '.git', 'dist', '.data', '.cache', 'test-results'])
const folder = mkdtempSync(join(tmpdir(), 'adcoin-reproducible-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000)

/** The repository at another place, as another machine has it: own sources, own packages, own clock and language. */
function builtAt(place: string, env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const root = join(folder, place)
  mkdirSync(root, { recursive: true })
  cpSync(repositoryRoot, root, { recursive: true, filter: from => !notCopied.has(basename(from)) })
  copyPackages(root)
  return new Map(
    apps.flatMap(app => {
      execFileSync(process.execPath, [join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
        cwd: join(root, app),
        env: { ...process.env, NODE_ENV: 'production', ...env },
        stdio: 'pipe',
      })
      const dist = join(root, app, 'dist')
      const files = readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
      return files.map(
        file => [relative(root, file), createHash('sha384').update(readFileSync(file)).digest('base64')] as const,
      )
    }),
  )
}

/** Hard links where the disk allows them: the packages are 500 MB. */
function copyPackages(root: string): void {
  const from = join(repositoryRoot, 'node_modules')
  try {
    execFileSync('cp', ['-al', from, root], { stdio: 'pipe' })
  } catch {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    execFileSync('cp', ['-a', from, root], { stdio: 'pipe' })
  }
}

test('the shell and a remote built at two places have equal bytes in every file', () => {
  const here = builtAt('here', { TZ: 'UTC', LANG: 'C' })
  const there = builtAt('another/machine/there', { TZ: 'Asia/Kathmandu', LANG: 'hi_IN.UTF-8' })
  expect([...here.keys()]).toEqual(
    expect.arrayContaining([
      'shell/dist/build.json',
      ...[
        'build.json',
        'release/remoteEntry.js',
        'release/locale.hi_IN.json',
        'release/fragments/lanuch.en_US.html',
      ].map(file => `remote-auth/dist/${file}`),
    ]),
  )
  expect([...there]).toEqual([...here])
}, 120_000)
