import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Compilation, Compiler } from '@rspack/core'
import { BuildJson, RemoteManifestFile, type RemoteManifest, apiCodes } from '@adcoin/contract'
import { addTabLabels } from '@adcoin/checks/labels'
import { readExcuses } from '@adcoin/checks/locales'
import { hashRules } from '@adcoin/checks/rules-version'
import { readSources } from '@adcoin/checks/sources'
import { hashOwnSources } from '@adcoin/checks/source-hash'
import { findLowestPlatform } from '../platform/lowest-platform.ts'
import { readPlatform } from '../platform/platform.ts'
import { findEventProblems } from '../material/events.ts'
import { writeFragments } from '../material/fragments.ts'
import { findReadProblems } from '../material/reads.ts'
import { readWrittenRoutes } from '../material/routes.ts'
import { listStoredData } from '../material/storage.ts'
import { listLaterGroups } from '../singletons.ts'
import { findSecondCopies } from './second-copies.ts'
import { listUsedGroups, findLateInRemoteModule } from './used-groups.ts'
import { nameGroupModule } from './shared-modules.ts'

type Options = { folder: string; app: string; id: string; container?: string }

/** Writes `dist/build.json` after a good build, or fails the build with a sentence that names the remedy. */
export class BuildJsonPlugin {
  readonly options: Options
  constructor(options: Options) {
    this.options = options
  }

  apply(compiler: Compiler): void {
    const runStep = async (compilation: Compilation, step: () => void | Promise<void>) => {
      if (compilation.errors.length > 0) return
      try {
        await step()
      } catch (problem) {
        compilation.errors.push(
          new compiler.rspack.WebpackError(
            `${this.options.app}: ${problem instanceof Error ? problem.message : String(problem)}`,
          ),
        )
      }
    }
    const description = () => join(dirname(compiler.outputPath), 'build.json')
    // The description of an earlier build must not survive a failed one.
    compiler.hooks.beforeRun.tap('BuildJsonPlugin', () => rmSync(description(), { force: true }))
    compiler.hooks.afterEmit.tapPromise('BuildJsonPlugin', compilation =>
      runStep(compilation, async () => {
        const material = v.parse(BuildJson, await describe(this.options, compilation))
        writeFileSync(description(), `${JSON.stringify(material, null, 2)}\n`)
      }),
    )
  }
}

async function describe({ folder, app, id, container }: Options, compilation: Compilation): Promise<unknown> {
  const files = Object.keys(compilation.assets)
  const manifest = container ? readManifest(folder, app) : undefined
  const late = container ? findLateInRemoteModule(compilation) : []
  if (late.length > 0)
    throw new Error(
      `src/remote.tsx reaches ${late.join(', ')} by static imports. The module is one file that is evaluated before the shell has ${late.length > 1 ? 'them' : 'it'}: import it in pages, or by import() (\`start: () => import('./events.ts')\`)`,
    )
  const copies = container ? findSecondCopies(compilation) : []
  if (copies.length > 0)
    throw new Error(
      `${copies.join('; ')}: its hooks and state would not be those of the page. Use a part of the library that takes it as a peer, or another library (docs/reference/libraries.md)`,
    )
  const sources = readSources(folder, app)
  return {
    schema: 1,
    app,
    id,
    version: id.slice(0, id.lastIndexOf('-')),
    ownSources: hashOwnSources(folder),
    ...(container ? { container } : {}),
    entry: container ? 'remoteEntry.js' : findSingle(files, /^shell\.js$/, 'the shell has no entry file'),
    styles: files.filter(file => file.endsWith('.css')).sort(),
    locales: listLocales(files),
    preload: manifest
      ? listPreloads(folder, manifest, compilation)
      : Object.fromEntries(listLaterGroups().map(group => [group, listScripts(nameGroupModule(group), compilation)])),
    groups: manifest ? mapRoutes(folder, manifest, request => listUsedGroups(request, compilation)) : {},
    fragments: await writeFragments(folder, compilation.outputOptions.path ?? '', manifest?.routes ?? []),
    ...(manifest ? { manifest, tabs: addTabLabels(folder, manifest.tabs) } : {}),
    platform: manifest
      ? findLowestPlatform(
          sources,
          manifest.tabs.map(({ icon }) => icon),
        )
      : readPlatform().version,
    storage: listStoredData(sources, app, folder),
    sources: { rules: hashRules(), sameAsEnglish: readExcusesOf(folder) },
  }
}

/** Content of `locales/same-as-english.json`, which the gate judges. */
function readExcusesOf(folder: string): object {
  const excuses = readExcuses(join(folder, 'locales'))
  return typeof excuses === 'object' && excuses !== null ? { ...excuses } : { unreadable: excuses }
}

/** `remote.json`, checked. */
function readManifest(folder: string, app: string): RemoteManifest {
  const file = join(folder, 'remote.json')
  if (!existsSync(file))
    throw new Error('there is no remote.json; it is the manifest that machines read before any code is loaded')
  const result = v.safeParse(RemoteManifestFile, JSON.parse(readFileSync(file, 'utf8')))
  if (!result.success)
    throw new Error(
      `remote.json: ${result.issues.map(issue => `${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}`).join('; ')}`,
    )
  const { $schema: _, ...manifest } = result.output
  if (manifest.name !== app) throw new Error(`remote.json names "${manifest.name}", its folder is ${app}`)
  const [wrong] = [...findReadProblems(manifest.routes), ...findEventProblems(manifest)]
  if (wrong !== undefined) throw new Error(wrong)
  return manifest
}

function listLocales(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    apiCodes.map(code => [
      code,
      findSingle(
        files,
        new RegExp(`^locale\\.${code}\\.(js|json)$`),
        `no texts for ${code}: load locales/${code}.json by import() in createTexts`,
      ),
    ]),
  )
}

/** Route path to the scripts of its page: the files of the chunk group that the page's `import()` makes. */
function listPreloads(folder: string, manifest: RemoteManifest, compilation: Compilation): Record<string, string[]> {
  const written = readWrittenRoutes(folder)
  const extra = written.filter(route => !manifest.routes.some(({ path }) => path === route.path))
  if (extra.length > 0)
    throw new Error(
      `src has the routes ${extra.map(route => route.path).join(', ')}, remote.json does not; add them there`,
    )
  return mapRoutes(folder, manifest, request => listScripts(request, compilation))
}

/** For every route of the manifest what belongs to the request of its page. */
function mapRoutes<Value>(
  folder: string,
  manifest: RemoteManifest,
  of: (request: string) => Value,
): Record<string, Value> {
  const written = readWrittenRoutes(folder)
  return Object.fromEntries(
    manifest.routes.map(({ path }) => {
      const route = written.find(other => other.path === path)
      if (!route)
        throw new Error(
          `remote.json has the route ${path}, but no "path: '${path}' … import('./…')" stands in src/remote.tsx or src/routes.tsx (both must be literals)`,
        )
      return [path, of(route.request)]
    }),
  )
}

function listScripts(request: string, compilation: Compilation): string[] {
  const group = compilation.chunkGroups.find(candidate => candidate.origins.some(origin => origin.request === request))
  const files = group?.chunks.flatMap(chunk => [...chunk.files]) ?? []
  return [...new Set(files)].filter(file => file.endsWith('.js') && file !== 'remoteEntry.js')
}

function findSingle(files: readonly string[], pattern: RegExp, otherwise: string): string {
  const found = files.find(file => pattern.test(file))
  if (!found) throw new Error(otherwise)
  return found
}
