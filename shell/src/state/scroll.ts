/** Scroll position of each history entry, by the router's location key; survives a reload of the tab. */
export type ScrollMemory = { save(key: string): void; restore(key: string): void; toTop(): void }

const storageKey = 'adcoin.scroll'
const mostEntries = 60
/** The time for which late content can still be scrolled to. */
const patienceMs = 2_000

export function createScrollMemory(page: Window): ScrollMemory {
  page.history.scrollRestoration = 'manual'
  const positions = new Map<string, number>(readPositions(page))
  let ending: (() => void) | undefined
  let leftAt = 0
  // WebKit shows a page of its page cache at the top.
  page.addEventListener('pageshow', event => event.persisted && page.scrollTo({ top: leftAt, behavior: 'instant' }))
  page.addEventListener('pagehide', () => {
    leftAt = page.scrollY
    try {
      page.sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-mostEntries)))
    } catch {
      /* full or blocked: positions live as long as the page */
    }
  })

  function follow(target: number): void {
    ending?.()
    const content = new ResizeObserver(scrollToTarget)
    const timer = setTimeout(stop, patienceMs)
    function scrollToTarget(): void {
      page.scrollTo({ top: target, behavior: 'instant' })
      if (Math.abs(page.scrollY - target) <= 1) stop()
    }
    // A person who scrolls by hand has chosen the place: nothing is restored any more.
    function stop(): void {
      content.disconnect()
      clearTimeout(timer)
      for (const name of ['wheel', 'touchstart', 'keydown'] as const) page.removeEventListener(name, stop)
      ending = undefined
    }
    for (const name of ['wheel', 'touchstart', 'keydown'] as const) page.addEventListener(name, stop, { passive: true })
    ending = stop
    content.observe(page.document.body)
    scrollToTarget()
  }

  return {
    save(key) {
      positions.delete(key)
      positions.set(key, page.scrollY)
    },
    restore: key => follow(positions.get(key) ?? 0),
    toTop() {
      ending?.()
      page.scrollTo({ top: 0, behavior: 'instant' })
    },
  }
}

function readPositions(page: Window): [string, number][] {
  try {
    const entries: unknown = JSON.parse(page.sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
}
