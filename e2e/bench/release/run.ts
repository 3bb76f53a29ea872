import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pageGrowthBytes } from '@adcoin/preset/budgets'
import { buildReleaseFolder, type Live } from '@adcoin/contract'
import { measureBucket } from './bucket.ts'
import { measureCrashes } from './crashes.ts'
import { measureRealProduct } from './real-product.ts'
import { startSteadyLoad } from './load.ts'
import { app, makeStore, runReleaseCommand, startGateway } from './store.ts'
import { readNumberAfter } from '../read-number-after.ts'

const perSecond = 500
const rounds = 6

/**
 * npm run bench -- release [--generations N] [--kills N]: time from the command to the first new page load
 * that sees it, under load, at 4, 16 and 64 remotes; the growth of the page per remote; kill -9 at random moments; then
 * the built product: the time until open tabs use a rollback.
 * `--bucket [--seconds N]`: only a gateway on a bucket, each measurement and each trouble for N seconds.
 */
export async function runBench(words: readonly string[]): Promise<void> {
  if (words.includes('--bucket')) return measureBucket(readNumberAfter(words, '--seconds', 60))
  const generations = readNumberAfter(words, '--generations', 1_000)
  const kills = readNumberAfter(words, '--kills', 200)
  const sizes = new Map<number, number>()
  for (const remotes of [4, 16, 64]) {
    console.log(`${remotes} remotes: making a store with ${generations} generations …`)
    const data = await makeStore(remotes, generations)
    sizes.set(remotes, readPageBytes(data))
    await measure(data, remotes)
    rmSync(data, { recursive: true, force: true })
  }
  const [few = 0, many = 0] = [sizes.get(4), sizes.get(64)]
  console.log(
    `index.html (brotli): ${[...sizes].map(([remotes, bytes]) => `${bytes} bytes at ${remotes}`).join(', ')}; ${Math.round((many - few) / 60)} bytes per remote of ten scripts (goal ${pageGrowthBytes})`,
  )
  if (kills > 0) await measureCrashes(kills)
  await measureRealProduct()
}

async function measure(data: string, remotes: number): Promise<void> {
  const gateway = await startGateway(data)
  try {
    const { active = '', versions } = (await fetchLive(gateway.port)).apps[app] ?? {}
    const folder = buildReleaseFolder(app, active)
    const load = startSteadyLoad(
      gateway.port,
      () => ['/home', '/live.json', `${folder}/${versions?.[active]?.entry}`, `${folder}/styles.css`, '/lanuch'],
      perSecond,
    )
    const published: number[] = []
    const back: number[] = []
    const commands: number[] = []
    for (let round = 0; round < rounds; round++) {
      published.push(
        await measureUntilSeen(gateway.port, () =>
          runReleaseCommand(data, [
            'publish',
            app,
            '--dist',
            join(data, 'next', app, String(round)),
            '--skip-smoke-test',
            '--why',
            'bench',
          ]),
        ),
      )
      back.push(
        await measureUntilSeen(
          gateway.port,
          () => runReleaseCommand(data, ['rollback', app, '--why', 'bench']),
          commands,
        ),
      )
    }
    const { sent, failed, p50Ms, p99Ms, firstFailure } = await load.stop()
    console.log(
      `${remotes} remotes, ${perSecond} requests/s: publish to live ${formatSummary(published)}, rollback to live ${formatSummary(back)} (goal 1000 ms; the go-live itself ${formatSummary(commands)})`,
    )
    console.log(
      `  ${sent} requests, ${failed} failed${firstFailure ? ` (${firstFailure})` : ''}, answers ${p50Ms} ms median, ${p99Ms} ms at 99 %`,
    )
  } finally {
    await gateway.stop()
  }
}

/** Milliseconds from the command's start until a new page load gets another release. */
async function measureUntilSeen(port: number, command: () => Promise<unknown>, goLive: number[] = []): Promise<number> {
  const before = (await fetchLive(port)).number
  const began = performance.now()
  const done = command().then(answer => {
    const { tookMs } = answer as { tookMs?: number }
    if (tookMs !== undefined) goLive.push(tookMs)
  })
  let seen: number | undefined
  while (seen === undefined) {
    if ((await fetchLive(port)).number > before) seen = performance.now() - began
    else await Promise.race([new Promise(next => setTimeout(next, 5)), done.then(() => undefined)])
    if (performance.now() - began > 30_000) throw new Error('no new generation within 30 s')
  }
  await done
  return seen
}

async function fetchLive(port: number): Promise<Live> {
  return (await (await fetch(`http://127.0.0.1:${port}/live.json`)).json()) as Live
}

function readPageBytes(data: string): number {
  return readFileSync(join(data, 'store/live/1/index.html.br')).length
}

function formatSummary(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms median, ${Math.round(sorted.at(-1) ?? 0)} ms worst`
}
