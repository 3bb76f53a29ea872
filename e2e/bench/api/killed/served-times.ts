import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { startComposed } from '../../../product/composed.ts'
import { rootFolder } from '../../../product/product.ts'

type ComposedProduct = Awaited<ReturnType<typeof startComposed>>

/**
 * Milliseconds from the command's start until the gateway serves the change, until the command ends, and of the change
 * alone.
 */
export type ServedTimes = { readonly servedMs: number; readonly endedMs: number; readonly tookMs: number }

/**
 * Times one new generation, as every rollback makes one. The command switches whether browsers may override releases,
 * because a store of first releases always allows that. It is repeated until it succeeds.
 */
export async function measureServedTimes(
  { url, operatorsEnv }: ComposedProduct,
  kill?: () => unknown,
): Promise<ServedTimes> {
  const readLive = async () =>
    (await (await fetch(`${url}/live.json`)).json()) as { number: number; overrides?: boolean }
  const before = await readLive()
  kill?.()
  const words = ['status', '--overrides', before.overrides ? 'off' : 'on', '--why', 'bench', '--json']
  const switchOverrides = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['release/src/cli/main.ts', ...words], {
      cwd: rootFolder,
      env: operatorsEnv,
    })
    return (JSON.parse(stdout) as { tookMs?: number }).tookMs ?? 0
  }
  const began = performance.now()
  const waitForEnd = async (): Promise<readonly [endedMs: number, tookMs: number]> => {
    for (;;) {
      const tookMs = await switchOverrides().catch(() => undefined)
      if (tookMs !== undefined) return [performance.now() - began, tookMs]
      if (performance.now() - began > 120_000) throw new Error('nothing could be made live for two minutes')
      await pause(200)
    }
  }
  const waitUntilServed = async () => {
    while (((await readLive().catch(() => undefined))?.number ?? 0) <= before.number) {
      if (performance.now() - began > 180_000) throw new Error('the gateway did not serve a change for three minutes')
      await pause(5)
    }
    return performance.now() - began
  }
  const [[endedMs, tookMs], servedMs] = await Promise.all([waitForEnd(), waitUntilServed()])
  return { servedMs, endedMs, tookMs }
}

export function printServedTimes(when: string, all: readonly ServedTimes[]): void {
  const formatTimes = (name: keyof ServedTimes) => {
    const times = all.map(each => each[name]).toSorted((a, b) => a - b)
    const [middle = 0, most = 0] = [times[Math.floor(times.length / 2)], times.at(-1)]
    return all.length === 1 ? `${most.toFixed(0)} ms` : `${middle.toFixed(0)} ms (at most ${most.toFixed(0)})`
  }
  console.log(
    `  ${when}: the gateway served it ${formatTimes('servedMs')} after the command began;` +
      ` the change itself took ${formatTimes('tookMs')}, the whole command ${formatTimes('endedMs')}; ${all.length} times`,
  )
}
