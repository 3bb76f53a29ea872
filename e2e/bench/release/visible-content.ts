import type { Browser } from 'playwright'
import { median } from '../load/table.ts'
import { cold, type Start } from '../load/visit.ts'
import type { Somebody } from '../../product/signed-in.ts'
import { startSite } from '../../product/site.ts'
import { runScript } from './store.ts'

/**
 * Cold starts at 4 and at 16 remotes, in turn, on a slow phone and network: twelve more teams must not be felt by
 * anybody.
 */
export async function visibleContent(
  browser: Browser,
  product: { url: string; dataDir: string },
  { token }: Somebody,
  rounds: number,
): Promise<void> {
  const [four, sixteen] = [await startSite(product), await startSite(product)]
  try {
    await runScript('shared/release/tests/add-remotes.ts', sixteen.dataDir, '12')
    const starts: readonly Start[] = [
      { name: 'landing', path: '/lanuch', token: null },
      { name: 'home, signed in', path: '/home', token },
    ]
    for (const start of starts) {
      const took: { four: number[]; sixteen: number[] } = { four: [], sixteen: [] }
      for (let round = 0; round < rounds; round++) {
        took.four.push((await cold(browser, four.url, start)).heading.ms)
        took.sixteen.push((await cold(browser, sixteen.url, start)).heading.ms)
      }
      const [few, many] = [median(took.four), median(took.sixteen)]
      console.log(
        `content visible, ${start.name}: ${few.toFixed(0)} ms at 4 remotes, ${many.toFixed(0)} ms at 16: ${(many / few).toFixed(3)} x (goal 1.05; medians of ${rounds}, in turn)`,
      )
    }
  } finally {
    await Promise.all([four.stop(), sixteen.stop()])
  }
}
