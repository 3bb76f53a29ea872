import autocannon from 'autocannon'
import { buildReleaseFolder, type Live } from '@adcoin/contract'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startFakeS3 } from '@adcoin/release/fake-s3'
import { startSteadyLoad } from './load.ts'
import { findFreePort, makeStore, rootFolder, startGateway, type Gateway } from './store.ts'

/**
 * A gateway on a bucket: throughput of one file beside the same gateway on a folder, and with nginx before it as the
 * operations guide has it; then failed requests for what is live while the bucket is slow (2 s) or away and the gateway
 * is killed and started again on its folder.
 */
export async function measureBucket(seconds: number): Promise<void> {
  let state: 'well' | 'slow' | 'away' = 'well'
  const server = await startFakeS3(new Map(), async () => {
    if (state === 'away') throw new Error('away')
    if (state === 'slow') await pause(2_000)
  })
  const env = {
    RELEASE_STORE: 's3://adcoin',
    RELEASE_STORE_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    GATEWAY_FOLDER: mkdtempSync(join(tmpdir(), 'adcoin-kept-')),
  }
  const [here, far] = [await makeStore(4, 4, 0), await makeStore(4, 4, 0, env)]
  const folder = await startGateway(here)
  let bucket = await startGateway(far, env)
  const nginx = await startNginx(folder)
  try {
    const { apps } = (await (await fetch(`http://127.0.0.1:${bucket.port}/live.json`)).json()) as Live
    const files = Object.entries(apps).flatMap(([app, { active, versions }]) =>
      Object.keys(versions[active]?.integrity ?? {}).map(path => `${buildReleaseFolder(app, active)}/${path}`),
    )
    const file = `${buildReleaseFolder('shell', apps['shell']?.active ?? '')}/entry.js`
    const measurePerSecond = async (port: number): Promise<number> => {
      const load = { url: `http://127.0.0.1:${port}${file}`, connections: 50 }
      await autocannon({ ...load, duration: 2 })
      return (await autocannon({ ...load, duration: Math.min(seconds, 10) })).requests.average
    }
    const base = await measurePerSecond(folder.port)
    console.log(`  one file from a gateway on a folder: ${base.toFixed(0)} a second`)
    console.log(`  from one on a bucket: ${((await measurePerSecond(bucket.port)) / base).toFixed(2)} of that`)
    console.log(
      `  from that on a folder through nginx: ${((await measurePerSecond(nginx.port)) / base).toFixed(2)} of it`,
    )
    for (const what of ['slow', 'away', 'killed and started again while it is away'] as const) {
      if (what === 'slow' || what === 'away') state = what
      else {
        bucket.child.kill('SIGKILL')
        bucket = await startGateway(far, env)
      }
      const load = startSteadyLoad(bucket.port, () => ['/home', '/live.json', ...files], 200)
      await pause(seconds * 1_000)
      const { sent, failed, p99Ms, firstFailure = '' } = await load.stop()
      console.log(`  bucket ${what}: ${failed} of ${sent} requests failed ${firstFailure}, 99 % within ${p99Ms} ms`)
      if (failed > 0) process.exitCode = 1
    }
  } finally {
    await Promise.all([folder.stop(), bucket.stop(), nginx.stop(), server.stop()])
    for (const each of [here, far, env.GATEWAY_FOLDER]) rmSync(each, { recursive: true })
  }
}

/** As the guide has it, without TLS. */
async function startNginx(gateway: Gateway): Promise<{ port: number; stop(): Promise<unknown> }> {
  const guide = readFileSync(join(rootFolder, 'docs/operations.md'), 'utf8')
  const nginxFolder = mkdtempSync(join(tmpdir(), 'adcoin-nginx-'))
  const port = await findFreePort()
  const text = (/^```nginx\n([^]*?)^```$/m.exec(guide)?.[1] ?? '')
    .replace(/^.*ssl_.*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${gateway.port}`)
  writeFileSync(join(nginxFolder, 'nginx.conf'), text.replace('http {', 'http { access_log off;'))
  const words = ['-p', nginxFolder, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'daemon off; pid pid;']
  const child = spawn('/usr/sbin/nginx', words)
  const ended = new Promise(done => child.once('exit', done))
  return { port, stop: () => (child.kill('SIGTERM'), ended.then(() => rmSync(nginxFolder, { recursive: true }))) }
}
