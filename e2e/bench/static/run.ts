import { mkdirSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Registry } from '@adcoin/contract'
import { measure, type Route } from '../api/reads.ts'
import { measuredProduct } from '../measured-product.ts'
import { numberAfter } from '../number-after.ts'
import { nginxFolder, runNginx, startNginx } from '../../product/nginx.ts'
import { freePort } from '../../product/product.ts'

const headers = { 'accept-encoding': 'br, gzip' }

/**
 * npm run bench -- static [--seconds N] [--rounds N]: requests per second of the page and of a release file, by nginx
 * with our configuration and by the local gateway, beside a plain nginx that has one file of the same bytes.
 */
export async function run(words: readonly string[]): Promise<void> {
  const [seconds, rounds] = [numberAfter(words, '--seconds', 3), numberAfter(words, '--rounds', 3)]
  const product = await measuredProduct()
  const [ours, plain] = [await freePort(), await freePort()]
  const stopOurs = await startNginx(product, ours)
  const registry = (await (await fetch(`${product.url}/registry.json`)).json()) as Registry
  const { active } = registry.apps['shell'] ?? {}
  const paths = { page: '/home', file: `${active?.path}/${active?.entry}` }
  const bytes = { page: await get(product.url, paths.page), file: await get(product.url, paths.file) }
  const stopPlain = await plainNginx(plain, bytes)
  try {
    for (const [name, path] of Object.entries(paths)) {
      const one = `plain nginx, one file of ${bytes[name as keyof typeof bytes].length} bytes`
      const routes: readonly Route[] = [
        { name: one, url: `http://127.0.0.1:${plain}`, paths: [`/${name}`] },
        { name: `${name}: nginx with our configuration`, url: `http://127.0.0.1:${ours}`, paths: [path], against: one },
        { name: `${name}: the local gateway`, url: product.url, paths: [path], against: one },
      ]
      await measure(routes, headers, seconds, rounds)
    }
  } finally {
    await stopPlain()
    await stopOurs()
    await product.stop()
  }
}

async function plainNginx(port: number, files: Readonly<Record<string, Buffer>>): Promise<() => Promise<void>> {
  const folder = nginxFolder()
  mkdirSync(join(folder, 'files'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'files', name), bytes)
  const configuration = `worker_processes auto; pid nginx.pid; error_log stderr error; events { worker_connections 10240; }
http { access_log off; sendfile on; tcp_nopush on; server { listen ${port}; root ${join(folder, 'files')}; } }`
  writeFileSync(join(folder, 'nginx.conf'), configuration)
  return runNginx(folder, `http://127.0.0.1:${port}/page`)
}

/** As it goes over the wire, compressed. */
async function get(origin: string, path: string): Promise<Buffer> {
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    request(origin + path, { headers }, done)
      .once('error', failed)
      .end()
  })
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
  return buffer(answer)
}
