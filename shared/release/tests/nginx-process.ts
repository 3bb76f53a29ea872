import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { nginxConfiguration, type NginxOptions } from '../src/gateway/nginx.ts'

/** Undefined where this machine has none. */
export const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(path => existsSync(path))

/** A folder that nginx's workers may read. */
export function nginxFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-nginx-'))
  chmodSync(folder, 0o755)
  return folder
}

/** nginx with this configuration, on a free port of loopback; `stop` removes its folder. */
export async function startNginx(folder: string, options: Omit<NginxOptions, 'listen' | 'store'>) {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, nginxConfiguration({ ...options, store: join(folder, 'store'), listen: `127.0.0.1:${port}` }))
  // As root nginx would give its work to a person who may not read a temporary folder.
  const own = process.getuid?.() === 0 ? ' user root;' : ''
  const words = ['-p', folder, '-c', file, '-e', 'stderr', '-g', `daemon off;${own}`]
  const checked = spawnSync(String(nginx), [...words, '-t'], { encoding: 'utf8' })
  expect(checked.status, checked.stderr).toBe(0)
  const child = spawn(String(nginx), words, { stdio: 'ignore' })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/worker.js`), 5_000)
  return {
    port,
    async stop() {
      await new Promise(done => void (child.once('exit', done), child.kill('SIGTERM')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise(done => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}
