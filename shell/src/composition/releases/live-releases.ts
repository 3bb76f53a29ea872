/** With its jitter at most 14.4 s: an open tab's next navigation uses a new generation within 15 s. */
const intervalMs = 12_000
/** So that many tabs that were opened together do not ask together. */
const jitter = 0.2
/** Navigations and tab switches in quick succession ask once. */
const quietMs = 2_000
/**
 * A page that has just come holds the newest registry: while its first screen and the screen's data arrive, the
 * registry is not asked for.
 */
const freshMs = 5_000

export type LiveReleases = { navigated: () => void; stop: () => void }

/**
 * Asks for a newer generation when it matters: at navigation, on becoming visible, and every 12 s ± 20 % while visible.
 * A hidden tab never asks.
 *
 * @param ask  must not throw
 */
export function startLiveReleases(ask: () => Promise<unknown>): LiveReleases {
  let timer: ReturnType<typeof setTimeout> | undefined
  let quietUntil = performance.now() + freshMs
  let isAsking = false

  const askNow = async () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    quietUntil = performance.now() + quietMs
    await ask()
    isAsking = false
  }
  const askSoon = () => {
    if (performance.now() >= quietUntil) void askNow()
  }
  const schedule = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(() => void askNow().then(schedule), intervalMs * (1 - jitter + Math.random() * 2 * jitter))
  }
  const onVisibility = () => {
    if (document.visibilityState === 'visible') askSoon()
    schedule()
  }

  document.addEventListener('visibilitychange', onVisibility)
  schedule()
  return {
    navigated: askSoon,
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
