import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from './command.ts'
import type { Product } from './product.ts'

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(path => existsSync(path))
const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** A folder for one nginx, which its workers may read. */
export function nginxFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-nginx-'))
  chmodSync(folder, 0o755)
  return folder
}

/**
 * nginx in front of a product's store and service, as `gateway-config nginx` writes it; journeys use it with
 * E2E_GATEWAY=nginx. A restarted service has another port, which this one does not learn.
 */
export async function startNginx(product: Pick<Product, 'dataDir'>, port: number): Promise<() => Promise<void>> {
  const folder = nginxFolder()
  const answer = JSON.parse(readFileSync(join(product.dataDir, 'operations.json'), 'utf8')) as { service: string }
  const words = ['gateway-config', 'nginx', '--service', new URL(answer.service).host, '--listen', `${port}`]
  const { nginx } = (await command(
    'release',
    [...words, '--public-url', `http://localhost:${port}`, ...(existsSync(brotli) ? ['--brotli', brotli] : [])],
    product.dataDir,
  )) as { nginx: string }
  writeFileSync(join(folder, 'nginx.conf'), nginx)
  return runNginx(folder, `http://localhost:${port}/healthz`)
}

/** @param folder  with `nginx.conf`; removed at the end */
export async function runNginx(folder: string, answering: string): Promise<() => Promise<void>> {
  if (program === undefined) throw new Error('there is no nginx on this machine')
  // As root nginx would give its work to a person who may not read a temporary folder.
  const own = process.getuid?.() === 0 ? ' user root;' : ''
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', `daemon off;${own}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const over = new Promise(done => child.once('exit', done))
  while (!(await fetch(answering).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await new Promise(done => setTimeout(done, 100))
  }
  return async () => {
    child.kill('SIGTERM')
    await over
    rmSync(folder, { recursive: true, force: true })
  }
}
