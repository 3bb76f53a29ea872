import type { DataParts, RunningData } from './start-data.ts'

/**
 * What of the shell needs the service or the bus stands in a file of its own with `@adcoin/http` and `@adcoin/events`,
 * because the landing is drawn without them. The first caller starts it, once: boot with a session, the first
 * remote whose page uses them, or boot after the first paint. Parts of the shell's screens in the same file may
 * therefore use them as they are.
 */
export type Data = {
  load(): Promise<RunningData>
  /** What runs already, if it does. */
  running(): RunningData | undefined
}

export function createData(parts: DataParts): Data {
  let running: RunningData | undefined
  let loading: Promise<RunningData> | undefined

  async function begin(): Promise<RunningData> {
    const { startData } = await import(/* webpackChunkName: "data" */ './start-data.ts')
    running = startData(parts)
    return running
  }

  return {
    load: () => (loading ??= begin()),
    running: () => running,
  }
}
