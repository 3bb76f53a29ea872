import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Configuration } from '@rspack/core'
import * as v from 'valibot'
import { RemoteManifestFile, type DevServerRelease, type RemoteManifest } from '@adcoin/contract'
import { importedNames, neededRanges } from '../public-api/needed-ranges.ts'
import { tabsWithLabels } from '@adcoin/checks/labels'
import { sourcesOf } from '@adcoin/checks/sources'
import { laterGroups } from '../singletons.ts'
import { containerName } from './app-build.ts'
import { baseConfiguration, developmentFiles } from './base.ts'
import { containerFile, containerPlugin } from './plugins.ts'
import { portOf } from './define-remote-alone.ts'
import { sharedContainerRuntime } from './federation-esm.ts'

type Remote = { readonly app: string; readonly port: number; readonly path: string }

/**
 * The developer's next step to see a remote of the working tree inside a running product.
 *
 * @param product  its origin
 * @throws if no product answers, or if it allows no overrides
 */
export async function linkInto(product: string, { app, port, path }: Remote): Promise<readonly string[]> {
  const registry: unknown = await fetch(`${product}/registry.json`, { signal: AbortSignal.timeout(3_000) })
    .then(answer => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined)
  if (typeof registry !== 'object' || registry === null || !('generation' in registry))
    throw new Error(`No product answers at ${product}. Start one with npm start, or say --in with its address.`)
  if (!('overrides' in registry) || registry.overrides !== true)
    throw new Error(
      `The product at ${product} lets nobody try what is not live. Allow it there: npm run release -- overrides on --why "…"`,
    )
  return [
    `Open ${product}${path}?use=${app}@http://localhost:${port}`,
    'The page asks once; the badge above the screen leaves again.',
  ]
}

/**
 * `npm run dev -w remote-wallet -- --in http://localhost:8080`: the remote from the working tree inside the running
 * product, through an override. A container as in a release, on the shell's own copies of what is shared. Their React
 * is built for production and has no hot replacement, so a save reloads the page; drafts keep what was typed.
 *
 * @param folder   absolute path of the workspace
 * @param product  origin of the running product
 */
export async function defineRemoteIn(folder: string, product: string): Promise<Configuration> {
  const app = basename(folder)
  const port = Number(process.env['PORT'] ?? portOf(app))
  const manifest = v.parse(RemoteManifestFile, JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')))
  for (const line of await linkInto(product, {
    app,
    port,
    path: manifest.tabs[0]?.path ?? manifest.routes[0]?.path ?? '/',
  }))
    console.info(line)
  const container = containerName(app, 'dev')
  const base = baseConfiguration({
    folder,
    uniqueName: container,
    output: join(folder, 'dist', 'in'),
    development: true,
    isReactShared: true,
  })
  return {
    ...base,
    entry: {},
    output: { ...base.output, ...developmentFiles },
    resolve: { ...base.resolve, alias: { ...base.resolve?.alias, ...sharedContainerRuntime() } },
    optimization: {},
    lazyCompilation: false,
    devServer: devServer(product, port, () => devRelease(folder, app, manifest)),
    plugins: [containerPlugin({ folder, app, name: container, isRelease: false })],
  }
}

type ServerAnswer = { setHeader(name: string, value: string): void; end(text: string): void }

/**
 * Readable by the product's pages alone.
 *
 * @param release  asked at each request, because the sources change
 */
function devServer(
  product: string,
  port: number,
  release: () => DevServerRelease,
): NonNullable<Configuration['devServer']> {
  const headers = { 'access-control-allow-origin': product, 'cache-control': 'no-store' }
  return {
    host: 'localhost',
    port,
    hot: false,
    liveReload: true,
    // Whose pages may follow what is written.
    allowedHosts: ['localhost', new URL(product).hostname],
    headers,
    client: { overlay: false, webSocketURL: { protocol: 'ws', hostname: 'localhost', port, pathname: '/ws' } },
    setupMiddlewares: middlewares => [
      {
        name: 'dev-release',
        path: '/dev-release.json',
        middleware(_request: unknown, response: ServerAnswer) {
          response.setHeader('content-type', 'application/json; charset=utf-8')
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
          response.end(JSON.stringify(release()))
        },
      },
      ...middlewares,
    ],
  }
}

/** The page's questions before it mounts the remote. */
function devRelease(folder: string, app: string, manifest: RemoteManifest): DevServerRelease {
  const groups = Object.fromEntries(manifest.routes.map(({ path }) => [path, [...laterGroups()]]))
  const sources = sourcesOf(folder, app)
  return {
    app,
    entry: containerFile,
    styles: [],
    groups,
    routes: manifest.routes,
    tabs: tabsWithLabels(folder, manifest.tabs),
    needs: { modules: neededRanges(sources), names: importedNames(sources) },
  }
}
