import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { computePercentile, probe } from './probe.ts'

const run = promisify(execFile)
const request = { perSecond: 50, seconds: 12 }
/** What an attack leaves is worked off within this time. */
const drainMs = 5_000

/** Latencies of the balance call in milliseconds, and the delay of the service's event loop meanwhile. */
type Load = { readonly latencies: number[]; readonly loop: Loop }
type Loop = { readonly p50: number; readonly p99: number; readonly max: number }
export type MeasuredService = { readonly child: ChildProcess; readonly service: string; readonly token: string }
/** A script of this folder and its arguments after the address and the seconds; it is at its worst after `fillMs`. */
export type Attack = {
  readonly name: string
  readonly script: string
  readonly fillMs: number
  readonly args: readonly string[]
}

/**
 * The balance call, alone and beneath an attack in turn, and the event loop's delay: whatever else the machine does, it
 * does to both. Prints medians of the rounds.
 */
export async function measureUnderAttack(measured: MeasuredService, attack: Attack, rounds: number): Promise<void> {
  const seen: { idle: Load; under: Load }[] = []
  let [answers, failed] = [0, 0]
  await measureBalance(measured)
  for (let round = 0; round < rounds; round += 1) {
    const idle = await measureBalance(measured)
    const script = join(import.meta.dirname, attack.script)
    const attackSeconds = request.seconds + 1 + attack.fillMs / 1000
    const running = run(process.execPath, [script, measured.service, String(attackSeconds), ...attack.args])
    await pause(attack.fillMs)
    seen.push({ idle, under: await measureBalance(measured) })
    const counted = JSON.parse((await running).stdout) as { answers: number; failed: number }
    answers += counted.answers
    failed += counted.failed
    await pause(drainMs)
  }
  const computeMedian = (figure: (seen: Load) => number, kind: 'idle' | 'under') =>
    computePercentile(
      seen.map(round => figure(round[kind])),
      0.5,
    )
  const readPercentile = (share: number) => (load: Load) => computePercentile(load.latencies, share)
  for (const kind of ['idle', 'under'] as const) {
    const formatMedian = (figure: (load: Load) => number) => computeMedian(figure, kind).toFixed(1).padStart(6)
    const refused = seen.flatMap(round => round[kind].latencies).filter(latency => latency === Infinity).length
    console.log(
      `  balance at 50/s, ${(kind === 'idle' ? 'quiet' : attack.name).padEnd(36)} p50 ${formatMedian(readPercentile(0.5))} ms   p99 ${formatMedian(readPercentile(0.99))} ms` +
        `   event loop p99 ${formatMedian(({ loop }) => loop.p99)} ms, longest ${formatMedian(({ loop }) => loop.max)} ms   ${refused} refused`,
    )
  }
  const formatFactor = (share: number) =>
    (computeMedian(readPercentile(share), 'under') / computeMedian(readPercentile(share), 'idle')).toFixed(1)
  console.log(
    `    ${answers} answers to the attack${failed > 0 ? `, ${failed} FAILED` : ''}; p50 × ${formatFactor(0.5)}, p99 × ${formatFactor(0.99)} (goal ≤ 2), event loop p99 goal ≤ 50 ms; medians of ${rounds} rounds`,
  )
}

async function measureBalance({ child, service, token }: MeasuredService): Promise<Load> {
  child.send('loop')
  await once(child, 'message')
  const latencies = await probe(`${service}/app/user/finance/balance`, { 'authorized-key': token }, request)
  child.send('loop')
  const [loop] = (await once(child, 'message')) as [Loop]
  return { latencies, loop }
}
