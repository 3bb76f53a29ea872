import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from './command.ts'
import type { Product } from './product.ts'

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(path => existsSync(path))
const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/**
 * nginx in front of a product's store and service, as `gateway-config nginx` writes it; journeys go through it where
 * E2E_GATEWAY=nginx says so. A service that is started again has another port, which this one does not learn.
 */
export async function startNginx(product: Product, port: number): Promise<() => Promise<void>> {
  if (program === undefined) throw new Error('E2E_GATEWAY=nginx: there is no nginx on this machine')
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-nginx-'))
  chmodSync(folder, 0o755)
  const told = JSON.parse(readFileSync(join(product.dataDir, 'operations.json'), 'utf8')) as { service: string }
  const words = ['gateway-config', 'nginx', '--service', new URL(told.service).host, '--listen', `${port}`]
  const { nginx } = (await command(
    'release',
    [...words, '--public-url', `http://localhost:${port}`, ...(existsSync(brotli) ? ['--brotli', brotli] : [])],
    product.dataDir,
  )) as { nginx: string }
  writeFileSync(join(folder, 'nginx.conf'), nginx)
  // As root nginx would give its work to a person who may not read a temporary folder.
  const own = process.getuid?.() === 0 ? ' user root;' : ''
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', `daemon off;${own}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const over = new Promise(done => child.once('exit', done))
  while (!(await fetch(`http://localhost:${port}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await new Promise(done => setTimeout(done, 100))
  }
  return async () => {
    child.kill('SIGTERM')
    await over
    rmSync(folder, { recursive: true, force: true })
  }
}
