import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

export type Start = { readonly name: string; readonly path: string; readonly token: string | null }

/** What the browser is slowed down to; `network` undefined for as fast as it goes. */
export type Profile = {
  readonly name: string
  readonly slowdown: number
  readonly network?: {
    readonly latency: number
    readonly downloadThroughput: number
    readonly uploadThroughput: number
  }
}

/** A slow phone on a slow network. Source: module-federation-facts.md, "Load". */
export const phone: Profile = {
  name: 'phone',
  slowdown: 4,
  network: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
}
export const unthrottled: Profile = { name: 'unthrottled', slowdown: 1 }

/** A moment of a load, in ms since its beginning, with what had come over the wire by then. */
type Moment = { readonly ms: number; readonly requests: number; readonly kb: number }
/** `heading`: the screen's own heading stands. `filled`: the service's answers have taken the place of every skeleton. */
export type Load = {
  readonly heading: Moment
  readonly filled: Moment
  /** Processor time of the main thread's scripts until then, on a slowed processor slowed as well; time in which others had the processor is not in it. */
  readonly scriptMs: number
  /** A line per file: begin, request, first byte, end in ms, bytes on the wire (0: from the cache), protocol, initiator, path. */
  readonly timeline: readonly string[]
}

/** A browser of its own, as of somebody who is here for the first time. */
export type Visitor = {
  /** Opens the page; a second time with what the first has left in the cache. */
  load(): Promise<Load>
  /** Clicks a tab; the ms until that area's heading stands and nothing of it is a skeleton. */
  goTo(tab: { readonly path: string; readonly app: string }): Promise<number>
  leave(): Promise<void>
}

export async function visitor(
  browser: Browser,
  url: string,
  { path, token }: Start,
  profile: Profile,
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  if (token !== null) await context.addInitScript(given => localStorage.setItem('adcoin.token', given), token)
  await context.addInitScript(noteMoments)
  let page: Page | undefined
  return {
    async load() {
      await page?.close()
      page = await context.newPage()
      const session = await slowed(context, page, profile)
      await page.goto(url + path, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.documentElement.dataset['filled'], undefined, { timeout: 60_000 })
      const { metrics } = await session.send('Performance.getMetrics')
      const read = await page.evaluate(readMoments)
      return { ...read, scriptMs: 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) }
    },
    async goTo(tab) {
      if (!page) throw new Error('nothing is open')
      return page.evaluate(clickAndWait, tab)
    },
    leave: () => context.close(),
  }
}

/** One start with an empty cache. */
export async function cold(browser: Browser, url: string, start: Start, profile = phone): Promise<Load> {
  const somebody = await visitor(browser, url, start, profile)
  try {
    return await somebody.load()
  } finally {
    await somebody.leave()
  }
}

async function slowed(context: BrowserContext, page: Page, { network, slowdown }: Profile): Promise<CDPSession> {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (network) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

/**
 * Runs in the page, which notes the moments itself: asked from outside it answers when it has nothing else to do. The heading must be the
 * application's: the column is drawn by the shell alone, a prerendered page has none.
 */
function noteMoments(): void {
  new MutationObserver((_, watching) => {
    const noted = document.documentElement?.dataset
    if (!document.querySelector('#root [data-column] h1')) return
    noted['heading'] ??= String(performance.now())
    if (document.querySelector('#root .ac-skeleton')) return
    noted['filled'] = String(performance.now())
    watching.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page. A file that came from the browser's own cache has no size. */
function readMoments(): Pick<Load, 'heading' | 'filled' | 'timeline'> {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[]
  const sent = entries.filter(({ transferSize }) => transferSize > 0)
  const moment = (name: string) => {
    const ms = Number(document.documentElement.dataset[name])
    const before = sent.filter(({ responseEnd }) => responseEnd <= ms)
    return { ms, requests: before.length, kb: before.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000 }
  }
  const figure = (value: number) => value.toFixed(0).padStart(6)
  const timeline = entries.map(
    each =>
      `${figure(each.startTime)}${figure(each.requestStart)}${figure(each.responseStart)}${figure(each.responseEnd)}${figure(each.transferSize)} ${each.nextHopProtocol.padEnd(9)}${each.initiatorType.padEnd(11)}${new URL(each.name).pathname}`,
  )
  return { heading: moment('heading'), filled: moment('filled'), timeline }
}

/** Runs in the page. */
function clickAndWait({ path, app }: { path: string; app: string }): Promise<number> {
  return new Promise(resolve => {
    const began = performance.now()
    new MutationObserver((_, watching) => {
      const area = document.querySelector(`#root [data-area="${app}"]`)
      if (!area?.querySelector('h1') || area.querySelector('.ac-skeleton')) return
      watching.disconnect()
      resolve(performance.now() - began)
    }).observe(document, { childList: true, subtree: true })
    document.querySelector<HTMLAnchorElement>(`#root a[href="${path}"]`)?.click()
  })
}
