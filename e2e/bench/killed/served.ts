import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { startComposed } from '../../product/composed.ts'
import { root } from '../../product/product.ts'

type Whole = Awaited<ReturnType<typeof startComposed>>

/** Milliseconds from the command's start to its end, and to what nginx serves to a new load. */
export type Served = { readonly commandMs: number; readonly servedMs: number }

/**
 * A generation that operators make live, as every rollback is one: whether browsers may try releases is switched, which
 * this store of first releases always allows. The command is asked again until it is done.
 */
export async function servedAfterChange({ url, operatorsEnv }: Whole): Promise<Served> {
  const generationNow = async () =>
    (await (await fetch(`${url}/registry.json`)).json()) as { generation: number; overrides?: boolean }
  const release = async (...words: readonly string[]) =>
    JSON.parse(
      (
        await promisify(execFile)(process.execPath, ['shared/release/src/cli/main.ts', ...words, '--json'], {
          cwd: root,
          env: operatorsEnv,
        })
      ).stdout,
    ) as { generation: number }
  const before = await generationNow()
  const began = performance.now()
  const switched = ['overrides', before.overrides ? 'off' : 'on', '--why', 'bench']
  let made = await release(...switched).catch(() => undefined)
  while (made === undefined) {
    if (performance.now() - began > 120_000) throw new Error(`operators could not make anything live for two minutes`)
    await pause(200)
    made = await release(...switched).catch(() => undefined)
  }
  const { generation } = made
  const commandMs = performance.now() - began
  const isServed = async () => ((await generationNow().catch(() => undefined))?.generation ?? 0) >= generation
  while (!(await isServed())) await pause(5)
  return { commandMs, servedMs: performance.now() - began }
}

export function showServed(when: string, all: readonly Served[]): void {
  const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const after = all.map(({ commandMs, servedMs }) => servedMs - commandMs)
  console.log(
    `  ${when}: served by nginx ${middle(all.map(each => each.servedMs)).toFixed(0)} ms after the command began` +
      ` (the command itself ${middle(all.map(each => each.commandMs)).toFixed(0)} ms; served ${Math.max(...after).toFixed(0)} ms after its end at most;` +
      ` ${all.length} times)`,
  )
}
