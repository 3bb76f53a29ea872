import type { GuardTime } from '../releases/live-registry.ts'
import type { GuardParts, Guards } from './port.ts'

export type LateGuards = Guards & {
  /** Resolves at once, unless the guards are to run before any code of a release. */
  prepare: () => Promise<void>
}

/** The page guards, which cost nothing until their chunk is loaded. */
export function createLateGuards(parts: GuardParts, when: () => GuardTime): LateGuards {
  let guards: Guards | undefined
  let loading: Promise<void> | undefined
  let running: string | undefined
  let isOver = false

  async function load(): Promise<void> {
    try {
      const { startGuards } = await import(/* webpackChunkName: "guards" */ './guards.ts')
      if (isOver) return
      guards = startGuards(parts)
      if (running !== undefined) guards.committed(running)
    } catch {
      // Without its file this visit is not guarded.
    }
  }
  return {
    async prepare() {
      if (when() === 'first') await (loading ??= load())
    },
    opening: app => guards?.opening(app),
    evaluated: () => guards?.evaluated(),
    committed(key) {
      running = key
      if (guards) return guards.committed(key)
      if (loading || when() === 'never') return
      loading = whenIdle().then(load)
    },
    left: (key, isBack) => guards?.left(key, isBack),
    repair: () => guards?.repair() === true,
    stop() {
      isOver = true
      guards?.stop()
    },
  }
}

function whenIdle(): Promise<unknown> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 8_000 })
    else setTimeout(resolve, 500)
  })
}
