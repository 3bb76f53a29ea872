/** How often it is looked, and how many looks in a row make it sure. */
const lookMs = 1_000
const looksToTell = 5
const looksToHold = 2

export type Rest = {
  /** Whether the page has done nothing but work for a while: what waits its turn does not get it. */
  isHeld: () => boolean
  stop: () => void
}

/**
 * Tells when the page comes to no rest: a screen that sets its state in each effect keeps React at work, piece by
 * piece. No piece is long and no error is thrown, but nothing that has time, as a navigation has, gets its turn.
 * Idle callbacks come whenever the page has nothing to do for a moment; a hidden page, one that sleeps and one long
 * piece of work count once, which is not enough.
 */
export function watchRest(tell: () => void): Rest {
  if (!('requestIdleCallback' in globalThis)) return { isHeld: () => false, stop: () => undefined }
  let looks = 0
  const rested = () => {
    looks = 0
  }
  let waiting = requestIdleCallback(rested)
  const timer = setInterval(() => {
    looks = document.visibilityState === 'visible' ? looks + 1 : 0
    if (looks === looksToTell) tell()
    cancelIdleCallback(waiting)
    waiting = requestIdleCallback(rested)
  }, lookMs)
  return {
    isHeld: () => looks >= looksToHold,
    stop() {
      clearInterval(timer)
      cancelIdleCallback(waiting)
    },
  }
}
