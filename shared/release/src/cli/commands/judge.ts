import { judgeCanaries, keepJudging, verdictText } from '../../operations/judge-canaries.ts'
import { healthFrom, serviceOf } from '../../operations/read-health.ts'
import type { CommandAnswer, CommandInput } from '../command-line.ts'

/** judge [--once]: decides on the running canaries by browser reports; without --once until it is ended. */
export async function run({ open, words, data }: CommandInput): Promise<CommandAnswer> {
  if (!words.flag('once') && !words.flag('dry-run')) {
    const ending = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
    await keepJudging(open, serviceOf(data), line => console.log(line), ending.signal)
    return { data: { ok: true }, lines: ['The judge has ended; canaries stay as they are.'] }
  }
  const judged = await judgeCanaries(await open(), healthFrom(serviceOf(data)), words.flag('dry-run'))
  return { data: { ok: true, judged }, lines: judged.length > 0 ? judged.map(verdictText) : ['No canary is running.'] }
}
