import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { probe } from './probe.ts'

const run = promisify(execFile)
const asked = { perSecond: 50, seconds: 4 }
/** The queue fills within the first, and is empty again within the second. */
const [fillMs, drainMs] = [1_000, 5_000]

/** Latencies of each round in milliseconds, and what became of the logins. */
export type Flooded = { rounds: { idle: number[]; under: number[] }[]; answers: number; failed: number }

/** The balance call, alone and beneath a flood of logins in turn: whatever else the machine does, it does to both. */
export async function balanceUnderFlood(service: string, token: string, rounds: number): Promise<Flooded> {
  const balance = () => probe(`${service}/app/user/finance/balance`, { 'authorized-key': token }, asked)
  const seen: Flooded = { rounds: [], answers: 0, failed: 0 }
  await balance()
  for (let round = 0; round < rounds; round += 1) {
    const idle = await balance()
    const flood = run(process.execPath, [
      join(import.meta.dirname, 'login-flood.ts'),
      service,
      String(asked.seconds + 2),
    ])
    await pause(fillMs)
    seen.rounds.push({ idle, under: await balance() })
    const { answers, failed } = JSON.parse((await flood).stdout) as { answers: number; failed: number }
    seen.answers += answers
    seen.failed += failed
    await pause(drainMs)
  }
  return seen
}
