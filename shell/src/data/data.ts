import type { DataParts, RunningData } from './start-data.ts'

/**
 * The shell's code that needs the service or the bus is one file with `@adcoin/http` and `@adcoin/events`, because the
 * landing is drawn without them. The first caller starts it, once: boot with a session, the first remote whose page
 * uses them, or boot after the first paint. Screens of the shell in the same file may use them directly.
 */
export type Data = {
  load(): Promise<RunningData>
  /** The running data layer, if it was started. */
  running(): RunningData | undefined
}

export function createData(parts: DataParts): Data {
  let running: RunningData | undefined
  let loading: Promise<RunningData> | undefined

  async function startLoading(): Promise<RunningData> {
    const { startData } = await import(/* webpackChunkName: "data" */ './start-data.ts')
    // The file has just been evaluated: a press between the two is answered.
    await new Promise(done => setTimeout(done))
    running = startData(parts)
    return running
  }

  return {
    load: () => (loading ??= startLoading()),
    running: () => running,
  }
}
