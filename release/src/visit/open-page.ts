import { setTimeout as after } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import type { VisitSite } from './visit-site.ts'

/** A visit decides by the page's clock; a browser that takes longer than this ends it without a result. */
const answerWithinMs = 60_000
/** The page's clock advances in steps, each after the page's requests are answered and the page is idle. */
const stepMs = 50
/** Processor time of the page without an idle moment. */
const mostWorkMs = 5_000
const origin = 'http://localhost'

/**
 * A page in a context of its own. Its clock advances only while it is idle: a busy machine makes a visit longer, and
 * changes nothing that the page sees.
 *
 * @param stored  the first content of the local storage
 */
export async function openPage(browser: Browser, site: VisitSite, stored: Readonly<Record<string, string>>) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const answering = new Set<Promise<void>>()
  let released = Promise.resolve()
  await context.route('**', async route => {
    const request = route.request()
    if (new URL(request.url()).pathname.startsWith(site.folder)) await released
    const answer = site
      .answer(request.method(), request.url(), request.postData())
      .then(found => route.fulfill(found))
      // The page does not wait for it any more.
      .catch(() => undefined)
    answering.add(answer)
    await answer
    answering.delete(answer)
  })
  const page = await context.newPage()
  await page.goto(`${origin}/nothing.txt`)
  await page.evaluate(items => Object.assign(localStorage, items), stored)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  const { readWorkMs, waitUntilIdle } = await openThread(page)

  /** Advances the page's clock. */
  async function advance(ms: number, step = stepMs): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      while (answering.size > 0) await withAnswerTimeout(Promise.all(answering))
      await waitUntilIdle()
      await withAnswerTimeout(page.clock.runFor(Math.min(left, step)))
    }
  }
  return {
    page,
    readWorkMs,
    advance,
    openPath: (path: string) => withAnswerTimeout(page.goto(origin + path, { waitUntil: 'commit' })),
    close: () => context.close(),
    /** Delays the files of the visited release. @returns a function that releases them */
    delayFiles(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    /** @returns whether the test passed within this time of the page */
    async waitUntil(test: () => Promise<boolean>, ms: number): Promise<boolean> {
      for (let left = ms; left > 0 && !(await withAnswerTimeout(test())); left -= stepMs) await advance(stepMs)
      return withAnswerTimeout(test())
    },
  }
}

/** The machine or the page was too slow, so the visit has no result. */
export class VisitError extends Error {}

export type VisitedPage = Awaited<ReturnType<typeof openPage>>

/** Starts a browser. The library is loaded here: `npm start` and most commands need none. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright')
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    // Nothing else of this process's environment.
    env: { PATH: process.env['PATH'] ?? '', LANG: 'en_US.UTF-8' },
    args: ['--disable-quic'],
  })
}

/** The thread of the page, by the protocol of the browser. */
async function openThread(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const frameId = frameTree.frame.id
  let world: Promise<{ executionContextId: number }> | undefined
  page.on('framenavigated', () => (world = undefined))

  /** Processor time, in ms. */
  async function readWorkMs(): Promise<number> {
    const { metrics } = await withAnswerTimeout(cdp.send('Performance.getMetrics'))
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  /** In a world of our own: `requestIdleCallback` of the page follows its paused clock. */
  async function waitForIdleMoment(): Promise<true> {
    world ??= cdp.send('Page.createIsolatedWorld', { frameId })
    const { executionContextId: contextId } = await world
    const expression = 'new Promise(done => requestIdleCallback(() => done()))'
    await cdp.send('Runtime.evaluate', { contextId, awaitPromise: true, expression })
    return true
  }
  return {
    readWorkMs,
    /** @throws if the page works for 5 s without an idle moment */
    async waitUntilIdle(): Promise<void> {
      const idleMoment = waitForIdleMoment()
      idleMoment.catch(() => undefined)
      const before = await readWorkMs()
      while (!(await Promise.race([withAnswerTimeout(idleMoment), after(500, false, { ref: false })])))
        if ((await readWorkMs()) - before > mostWorkMs) throw new Error('the page works without an idle moment')
    },
  }
}

/** @throws VisitError if the work takes longer than a visit waits */
export async function withAnswerTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const ending = new AbortController()
  const timeout = after(answerWithinMs, undefined, { signal: ending.signal }).then(() => {
    throw new VisitError(`the page did not answer within ${answerWithinMs / 1_000} s`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    timeout.catch(() => undefined)
    ending.abort()
  }
}
