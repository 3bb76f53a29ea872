import { basename, join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RspackDevServer } from '@rspack/dev-server'
import { rspack } from '@rspack/core'
import { repositoryRoot, listWorkspaces } from '@adcoin/checks/repository'
import { createSourcesConfig, filesPath, type SourceApps } from './sources-config.ts'
import { buildSourcesLive, renderSourcesPage } from './sources-page.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Options = {
  readonly port: number
  /** Answers what no build has: calls, files of people, the worker. */
  readonly answer: Handler
  /** Called once the address answers: scripts wait for the first build. */
  readonly onListening?: () => void
  /** Other folders, for tests; default: the shell and every remote of the repository. */
  readonly sources?: SourceApps
}

/** Calls, what people uploaded, the description of the calls, and the gateway's worker. */
const servicePrefixes = ['/app/', '/files/', '/docs/', '/worker.js']

/**
 * Serves shell and remotes from their sources at one address, with hot replacement. Resolves when the first build is
 * ready, or has failed with a message.
 *
 * @returns a function that stops the server
 * @throws if a manifest cannot be read, or the port is not free (code EADDRINUSE, EACCES)
 */
export async function serveSources(options: Options): Promise<() => Promise<void>> {
  const sources = options.sources ?? findApps()
  buildSourcesLive(sources)
  const compiler = rspack(createSourcesConfig(sources))
  const built = new Promise<void>(done => compiler.hooks.done.tap('from-sources', () => done()))
  const server = new RspackDevServer(createDevServerOptions(sources, options), compiler)
  await server.start()
  options.onListening?.()
  await built
  return () => server.stop()
}

function findApps(): SourceApps {
  const remotes = listWorkspaces(repositoryRoot)
    .map(({ folder }) => folder)
    .filter(name => name.startsWith('remote-'))
  return { shell: join(repositoryRoot, 'shell'), remotes: remotes.map(name => join(repositoryRoot, name)) }
}

function createDevServerOptions(
  sources: SourceApps,
  { port, answer }: Options,
): ConstructorParameters<typeof RspackDevServer>[0] {
  return {
    host: 'localhost',
    port,
    hot: true,
    // Compression would hold events of the inbox stream back until its buffer is full.
    compress: false,
    static: { directory: join(sources.shell, 'public'), publicPath: filesPath },
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    // Manifests are outside the build: a change of routes or tabs reloads the page.
    watchFiles: sources.remotes.map(folder => join(folder, 'remote.json')),
    setupMiddlewares: (middlewares: object[]) => [
      { name: 'service-and-page', middleware: createPageHandler(sources, answer) },
      ...middlewares,
    ],
    // Rspack's type of these options is wider than the server's own.
  } as ConstructorParameters<typeof RspackDevServer>[0]
}

/** An address that is neither a file of the build nor the service's is a screen. */
function createPageHandler(sources: SourceApps, answer: Handler) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (servicePrefixes.some(prefix => path.startsWith(prefix))) return answer(request, response)
    const isLive = path === '/live.json'
    if (path.startsWith(filesPath) || path === '/ws' || (!isLive && basename(path).includes('.'))) return next()
    response.setHeader('cache-control', 'no-store')
    try {
      const text = isLive ? JSON.stringify(buildSourcesLive(sources)) : renderSourcesPage(sources)
      response.setHeader('content-type', `${isLive ? 'application/json' : 'text/html'}; charset=utf-8`)
      response.end(text)
    } catch (error) {
      response.statusCode = 500
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(error instanceof Error ? error.message : String(error))
    }
  }
}
