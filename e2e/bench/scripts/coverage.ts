import type { CDPSession } from 'playwright'

/** One script of a screen: what came over the wire, and which part of that never ran. */
export type Script = { readonly path: string; readonly kb: number; readonly unusedKb: number }

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number }
type Covered = { readonly url: string; readonly functions: readonly { readonly ranges: readonly Range[] }[] }

/** Begins to note what runs; the function gives every script from then on, the largest waste first. */
export async function watchCoverage(session: CDPSession): Promise<() => Promise<readonly Script[]>> {
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  return async () => {
    const { result } = await session.send('Profiler.takePreciseCoverage')
    const { result: sizes } = await session.send('Runtime.evaluate', { returnByValue: true, expression: wireSizes })
    const bytesOf = sizes.value as Readonly<Record<string, number>>
    return result
      .filter(({ url }) => bytesOf[url] !== undefined)
      .map(script => {
        const kb = (bytesOf[script.url] ?? 0) / 1000
        return { path: new URL(script.url).pathname, kb, unusedKb: kb * unusedShare(script) }
      })
      .toSorted((a, b) => b.unusedKb - a.unusedKb)
  }
}

/** Compressed bytes of each file, from the cache too. */
const wireSizes = `Object.fromEntries(performance.getEntriesByType('resource')
  .map(each => [each.name, each.encodedBodySize]))`

/** Of a function that ran, blocks that did not stand inside it as ranges of their own: the innermost range decides. */
function unusedShare({ functions }: Covered): number {
  const ranges = functions.flatMap(each => each.ranges)
  const edges = ranges
    .flatMap(range => [
      { at: range.startOffset, range, isStart: true },
      { at: range.endOffset, range, isStart: false },
    ])
    .toSorted((a, b) => a.at - b.at || Number(a.isStart) - Number(b.isStart))
  const open: Range[] = []
  let unused = 0
  let last = 0
  for (const { at, range, isStart } of edges) {
    if (innermost(open)?.count === 0) unused += at - last
    last = at
    if (isStart) open.push(range)
    else open.splice(open.indexOf(range), 1)
  }
  return last === 0 ? 0 : unused / last
}

function innermost(open: readonly Range[]): Range | undefined {
  return open.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0]
}
