import type { CDPSession } from 'playwright'

/** A layout or a style calculation that a script asked for before the browser would have done it. */
type Reflow = { readonly ms: number; readonly place: string }
/** Scripts that were compiled from the browser's code cache, that were compiled anew, and what was written to it. */
type CodeCache = {
  readonly consumed: readonly string[]
  readonly compiled: readonly string[]
  readonly produced: readonly string[]
}
export type Traced = { readonly reflows: readonly Reflow[]; readonly codeCache: CodeCache }

type Frame = {
  readonly functionName?: string
  readonly url?: string
  readonly lineNumber?: number
  readonly columnNumber?: number
}
type Event = {
  readonly name: string
  readonly dur?: number
  readonly args: {
    readonly beginData?: { readonly stackTrace?: readonly Frame[] }
    readonly data?: {
      readonly url?: string
      readonly cacheConsumeOptions?: string
      readonly consumedCacheSize?: number
      readonly cacheRejected?: boolean
      readonly producedCacheSize?: number
    }
  }
}

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
  'v8',
  'disabled-by-default-v8.compile',
]

/** Begins to trace; the function ends it and says what stands in it. */
export async function watchTrace(session: CDPSession): Promise<() => Promise<Traced>> {
  const events: Event[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as Event[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: categories } })
  return async () => {
    const over = new Promise(done => session.once('Tracing.tracingComplete', done))
    await session.send('Tracing.end')
    await over
    session.off('Tracing.dataCollected', collect)
    return { reflows: reflowsOf(events), codeCache: codeCacheOf(events) }
  }
}

/** Only what a script asked for has a stack. */
function reflowsOf(events: readonly Event[]): readonly Reflow[] {
  return events
    .filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree')
    .flatMap(({ name, dur = 0, args }) => {
      const frame = args.beginData?.stackTrace?.[0]
      return frame
        ? [
            {
              ms: dur / 1000,
              place: `${name} ${frame.functionName} ${nameOf(frame.url)}:${frame.lineNumber}:${frame.columnNumber}`,
            },
          ]
        : []
    })
}

function codeCacheOf(events: readonly Event[]): CodeCache {
  const own = (name: RegExp) =>
    events
      .filter(event => name.test(event.name))
      .flatMap(({ args: { data } }) => (data?.url?.includes('/releases/') ? [data] : []))
  const compiled = own(/^v8\.compile(Module)?$/)
  const isFromCache = (data: (typeof compiled)[number]) =>
    (data.consumedCacheSize ?? 0) > 0 && data.cacheRejected !== true
  return {
    consumed: compiled.filter(isFromCache).map(({ url }) => nameOf(url)),
    compiled: compiled.filter(data => !isFromCache(data)).map(({ url }) => nameOf(url)),
    produced: own(/^v8\.produce(Module)?Cache$/).map(({ url }) => nameOf(url)),
  }
}

function nameOf(url = ''): string {
  return url.split('/').slice(-1).join('/')
}
