import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIn } from '@adcoin/build/copied-repository'
import { freePort, root } from './product.ts'

/** The operations page of a site, as a process of its own, in front of the service of a product. */
export async function startOperations(
  site: { url: string; dataDir: string },
  product: { url: string; dataDir: string },
) {
  buildIn(root, 'ops')
  const port = await freePort()
  const page = spawn(process.execPath, ['shared/release/src/start/operations-main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: site.dataDir,
      PUBLIC_URL: site.url,
      SERVICE: new URL(serviceOf(product)).host,
      OPERATORS_SECRET: readFileSync(join(product.dataDir, 'operators.secret'), 'utf8').trim(),
      OPERATIONS_PORT: String(port),
      RELEASE_BY: 'olga',
    },
  })
  await new Promise<void>((done, failed) => {
    page.stdout.once('data', () => done())
    page.once('exit', code => failed(new Error(`the operations page ended with ${code}`)))
  })
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const over = new Promise(done => page.once('exit', done))
      page.kill('SIGTERM')
      await over
    },
  }
}

/** The product's gateway never passes operators' calls on: the service itself is asked. */
function serviceOf({ dataDir }: { dataDir: string }): string {
  return (JSON.parse(readFileSync(join(dataDir, 'operations.json'), 'utf8')) as { service: string }).service
}
