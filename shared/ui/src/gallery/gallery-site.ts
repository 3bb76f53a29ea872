import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { rspack } from '@rspack/core'
import gallery from '../../rspack.config.ts'

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Builds the gallery into a folder of its own and serves it, for the tests that look at it. `close` takes both away.
 */
export async function openGallery(): Promise<{ address: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'adcoin-gallery-'))
  await build(folder)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery')
    readFile(join(folder, normalize(pathname === '/' ? '/index.html' : pathname))).then(
      content => response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/html' }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function build(folder: string): Promise<void> {
  const configuration = gallery()
  const compiler = rspack({ ...configuration, output: { ...configuration.output, path: folder } })
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      const problem = failure ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : undefined)
      compiler.close(() => (problem ? reject(problem) : resolve()))
    })
  })
}
