import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { clickAndWait, waitForIdle, hasReached, recordMoments, readRecordedLoad, type RecordedLoad } from './in-page.ts'
import { modelPath, type ModelledPath } from './model.ts'
import type { Profile } from './profiles.ts'

export type Start = { readonly name: string; readonly path: string; readonly token: string | null }

/** A moment of a load, in ms since its beginning, with what had come over the wire by then, and as it is modelled. */
export type LoadMoment = {
  readonly ms: number
  readonly requests: number
  readonly kb: number
  readonly model: ModelledPath
}

/**
 * `paint`: the first content. `firstData`: an amount of the person's. `filled`: the service's answers have taken the
 * place of every skeleton.
 */
type Load = RecordedLoad & {
  readonly paint: LoadMoment
  readonly firstData: LoadMoment
  readonly heading: LoadMoment
  readonly filled: LoadMoment
  /** Processor time of the main thread's scripts until `filled`, on a slowed processor slowed as well. */
  readonly scriptMs: number
}

/** A browser of its own, as at a first visit. */
export type Visitor = {
  /** Opens the page until this moment; a second time with what the first has left in the cache. */
  load(until?: 'filled' | 'firstData'): Promise<Load>
  /** Clicks a tab, and waits until that area's heading is drawn and nothing of it is a skeleton. */
  goTo(tab: {
    readonly path: string
    readonly app: string
  }): Promise<{ readonly ms: number; readonly model: ModelledPath }>
  /** Waits until nothing more is fetched ahead; every file of the page since it was opened. */
  waitForIdle(): Promise<RecordedLoad['fetched']>
  leave(): Promise<void>
}

export async function openVisitor(
  browser: Browser,
  url: string,
  { path, token }: Start,
  profile: Profile,
): Promise<Visitor> {
  // Another engine measures no processor time, and is measured by the clock alone.
  const isChromium = browser.browserType().name() === 'chromium'
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  if (token !== null) {
    await context.addInitScript(given => localStorage.setItem('adcoin.token', given), token)
    // For the server that renders.
    if (isChromium) await context.addCookies([{ name: 'token', value: token, url }])
  }
  await context.addInitScript(recordMoments)
  let open: { page: Page; session: CDPSession | undefined; pageBytes: (() => number) | undefined } | undefined
  const getOpenPage = () => {
    if (!open) throw new Error('nothing is open')
    return open
  }
  const readLoad = async (): Promise<RecordedLoad> => {
    const { page: opened, pageBytes } = getOpenPage()
    const noted = await opened.evaluate(readRecordedLoad)
    const [page, ...files] = noted.fetched
    return { ...noted, fetched: page ? [{ ...page, bytes: pageBytes?.() ?? page.bytes }, ...files] : [] }
  }
  return {
    async load(until = 'filled') {
      await open?.page.close()
      const page = await context.newPage()
      const session = isChromium ? await slowDown(context, page, profile) : undefined
      open = { page, session, pageBytes: session && countPageBytes(session) }
      const spent = new Map<string, ReturnType<typeof measureProcessorTime>>()
      session?.on('Runtime.bindingCalled', ({ payload }) => {
        const pending = measureProcessorTime(session)
        // A moment that comes as the page is closed has no answer. The code below awaits the needed ones and fails.
        pending.catch(() => undefined)
        spent.set(payload, pending)
      })
      await page.goto(url + path, { waitUntil: 'commit' })
      await page.waitForFunction(hasReached, until, { timeout: 60_000 })
      const noted = await readLoad()
      return { ...noted, ...(await readMoments(noted, spent)) }
    },
    async goTo(tab) {
      const { page, session } = getOpenPage()
      const before = await measureProcessorTime(session)
      const { began, ended } = await page.evaluate(clickAndWait, tab)
      const after = await measureProcessorTime(session)
      const { fetched } = await readLoad()
      const requested = fetched.filter(({ start }) => start >= began)
      return { ms: ended - began, model: modelPath(requested, ended, after.taskMs - before.taskMs) }
    },
    async waitForIdle() {
      await getOpenPage().page.evaluate(waitForIdle)
      return (await readLoad()).fetched
    },
    leave: () => context.close(),
  }
}

async function readMoments(
  noted: RecordedLoad,
  spent: ReadonlyMap<string, ReturnType<typeof measureProcessorTime>>,
): Promise<Omit<Load, keyof RecordedLoad>> {
  const readMoment = async (name: string) => toMoment(noted, name, (await spent.get(name))?.taskMs ?? NaN)
  return {
    paint: await readMoment('paint'),
    firstData: await readMoment('firstData'),
    heading: await readMoment('heading'),
    filled: await readMoment('filled'),
    scriptMs: (await spent.get('filled'))?.scriptMs ?? NaN,
  }
}

function toMoment({ moments, fetched }: RecordedLoad, name: string, cpuMs: number): LoadMoment {
  const ms = moments[name] ?? NaN
  const before = fetched.filter(({ end }) => end <= ms)
  const kb = before.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return { ms, requests: before.length, kb, model: modelPath(fetched, ms, cpuMs) }
}

/** Of the main thread; time in which others had the processor is not in it. */
async function measureProcessorTime(session: CDPSession | undefined): Promise<{ taskMs: number; scriptMs: number }> {
  if (!session) return { taskMs: NaN, scriptMs: NaN }
  const { metrics } = await session.send('Performance.getMetrics')
  const readMs = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? NaN)
  return { taskMs: readMs('TaskDuration'), scriptMs: readMs('ScriptDuration') }
}

/**
 * Bytes of the page itself on the wire, with its headers as resource timing counts them. From the second visit on
 * Chromium's `transferSize` of a page is that of the unpacked one, also where 304 brought no body.
 */
function countPageBytes(session: CDPSession): () => number {
  const headers = 300
  let [page, bytes] = ['', NaN]
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Document') page = requestId
  })
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers: responseHeaders }) => {
    const length = Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'content-length')?.[1]
    if (requestId === page) bytes = headers + (statusCode === 304 ? 0 : Number(length))
  })
  // A page that is streamed does not state its length.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId === page && Number.isNaN(bytes)) bytes = encodedDataLength
  })
  return () => bytes
}

async function slowDown(context: BrowserContext, page: Page, { network, slowdown }: Profile): Promise<CDPSession> {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  // The page reports each moment as it comes, so that the processor time until then can be read.
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'adcoinMoment' })
  await session.send('Network.enable')
  if (network) {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}
