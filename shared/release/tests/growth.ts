import { releaseKey } from '@adcoin/contract'
import { compose } from '../src/compose/compose.ts'
import { liveOf, type LiveChoice } from '../src/compose/live.ts'
import type { Releases } from '../src/releases/releases.ts'

/**
 * Bytes by which one live remote makes the page larger: as browsers are served it (brotli), and for those that take
 * gzip only.
 */
export type PageGrowth = { readonly bytes: number; readonly gzip: number; readonly scripts: number }

const change = { by: '', why: '', action: 'publish' as const, left: {}, skipped: {} }

/**
 * By how much each live remote makes the page larger. Without prerendered fragments: those are content of one page, not
 * what being live costs.
 */
export async function pageGrowth(live: LiveChoice, releases: Releases): Promise<Readonly<Record<string, PageGrowth>>> {
  const sizesWithout = async (without?: string) => {
    const apps = Object.fromEntries(Object.entries(live.apps).filter(([app]) => app !== without))
    const files = await compose(liveOf({ ...live, apps }, releases), change, releases)
    return { bytes: files.get('index.html.br')?.length ?? 0, gzip: files.get('index.html.gz')?.length ?? 0 }
  }
  const whole = await sizesWithout()
  const growth: Record<string, PageGrowth> = {}
  for (const [app, { active }] of Object.entries(live.apps).filter(([name]) => name !== 'shell')) {
    const { bytes, gzip } = await sizesWithout(app)
    const scripts = releases.get(releaseKey(app, active))?.files.filter(file => file.path.endsWith('.js')).length ?? 0
    growth[app] = { bytes: whole.bytes - bytes, gzip: whole.gzip - gzip, scripts }
  }
  return growth
}
