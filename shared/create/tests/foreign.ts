import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { writeTemplate } from '../src/templates.ts'
import { readBuildJson } from '@adcoin/preset/build-json'
import { defineRemoteAbroad, remoteRelease, runRspack } from '@adcoin/preset'
import { repositoryRoot } from '@adcoin/checks/repository'
import { fixtureRemote, type BuiltRelease } from '@adcoin/preset/fixtures'

/** Folder of the containers of webpack and Vite that `npm run foreign` builds. */
export const foreignFolder = join(repositoryRoot, 'e2e', 'foreign')

/** Builds what stock tools make with the packages of this repository: a container, or a page that is a host. */
export function buildForeign(tool: 'rspack' | 'host', into: string): void {
  execFileSync(process.execPath, [join(foreignFolder, 'build.mjs'), tool, into], { stdio: 'pipe' })
}

/** The fixture remote with one screen more, `/partner`: the frame that `npm run new` makes, around this container. */
export async function buildFrame(folder: string, tool: string, container: string): Promise<BuiltRelease> {
  // Inside the repository, so that the copy finds the packages; `dist` is never committed.
  const dist = join(repositoryRoot, 'shared', 'create', 'dist')
  mkdirSync(dist, { recursive: true })
  const above = mkdtempSync(join(dist, 'frame-'))
  try {
    const source = join(above, 'remote-fixture')
    cpSync(fixtureRemote, source, { recursive: true })
    writeTemplate('foreign', source, { page: 'partner', Page: 'Partner', file: 'partner', first: '/fixture' })
    writeFileSync(join(source, 'src', 'texts.ts'), "export const useT = () => (_key: string) => 'Partner'\n")
    cpSync(container, join(source, 'foreign', 'partner'), { recursive: true })
    edit(join(source, 'remote.json'), '"routes": [', '"routes": [{ "path": "/partner", "title": "titles.first" },')
    edit(
      join(source, 'src', 'remote.tsx'),
      'routes: [',
      "routes: [{ path: '/partner', title: 'titles.first', page: () => import('./partner/partner-page.tsx') },",
    )
    const base = join(folder, `frame-${tool}`)
    const id = `3.0.0-${Buffer.from(tool).toString('hex').padEnd(12, '0').slice(0, 12)}`
    const output = join(base, 'dist', 'release')
    const configuration = remoteRelease({ folder: source, app: 'remote-fixture', id, output })
    const constants = new rspack.DefinePlugin({ FIXTURE_KIND: '"healthy"', FIXTURE_VERSION: '"3.0.0"' })
    await runRspack({ ...configuration, plugins: [...(configuration.plugins ?? []), constants] })
    return { material: readBuildJson(base), files: output }
  } finally {
    rmSync(above, { recursive: true, force: true })
  }
}

/** A remote for the hosts of others. */
export async function buildAbroad(app: string, into: string): Promise<void> {
  const configuration = defineRemoteAbroad(join(repositoryRoot, app))
  await runRspack({ ...configuration, output: { ...configuration.output, path: into } })
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
  writeFileSync(file, text.replace(from, to))
}
