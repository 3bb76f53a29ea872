import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite, type TestSite } from '../../product/site.ts'
import { layOutMonolith } from './monolith/lay-out-monolith.ts'
import type { SideName } from './table.ts'

export type Sites = Readonly<Record<SideName, TestSite>>

/** The three that are measured, each behind a gateway of its own, before the service of the running product. */
export async function startSites(product: {
  url: string
  dataDir: string
}): Promise<{ sites: Sites; stop(): Promise<void> }> {
  const folders: string[] = []
  const started: TestSite[] = []
  const stop = async () => {
    for (const site of started) await site.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  const start = async (dataDir: string) => {
    const site = await startSite({ url: product.url, dataDir })
    started.push(site)
    return site
  }
  const startMonolith = async (kind: 'one build' | 'plain') => {
    const folder = mkdtempSync(join(tmpdir(), 'adcoin-one-build-'))
    folders.push(folder)
    await layOutMonolith(product, folder, kind)
    return start(folder)
  }
  try {
    const federated = await start(product.dataDir)
    return {
      sites: { federated, 'one build': await startMonolith('one build'), plain: await startMonolith('plain') },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
