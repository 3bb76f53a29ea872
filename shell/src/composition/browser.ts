import { browserKey, browserPattern, type browserFamilies } from '@adcoin/contract'

const seenKey = 'adcoin.seen'

/**
 * Identifies the browser of a report: a number that the browser made up, and since when the service knows it. Contains
 * nothing about the person.
 */
export function browserFields() {
  const [browser, seen] = [browserNumber(), attempt(() => localStorage.getItem(seenKey))]
  return {
    ...(browser ? { browser } : {}),
    ...(seen ? { seen: seen.slice(0, 60) } : {}),
    family: family(navigator.userAgent),
  }
}

/** Undefined where nothing can be kept: it would be another one at every load. */
export function browserNumber(): string | undefined {
  return attempt(() => {
    const kept = localStorage.getItem(browserKey) ?? ''
    if (browserPattern.test(kept)) return kept
    const made = Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0')).join(
      '',
    )
    localStorage.setItem(browserKey, made)
    return made
  })
}

/** Keeps what the service answered to a report. */
export function keepSeen(seen: string): void {
  attempt(() => localStorage.setItem(seenKey, seen))
}

function family(agent: string): (typeof browserFamilies)[number] {
  if (/Chrom(e|ium)\//.test(agent)) return 'chromium'
  if (agent.includes('Firefox/')) return 'firefox'
  return agent.includes('Safari/') ? 'safari' : 'other'
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
