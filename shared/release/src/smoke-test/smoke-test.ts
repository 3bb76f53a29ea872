import { setTimeout as after } from 'node:timers/promises'
import { releaseKey, type Generation } from '@adcoin/contract'
import { pageOf } from '../compose/page.ts'
import { registryOf } from '../compose/registry.ts'
import type { Releases } from '../releases/releases.ts'
import type { PackedRelease } from '../releases/add-release.ts'
import { layout, type Store } from '../store/store.ts'
import { openChromium } from './chromium.ts'
import { openSmokeTestSite, type SmokeTestFindings } from './smoke-test-site.ts'

const withinMs = 120_000

type Visitor = {
  /** Source text that runs in the page. */
  readonly script: string
  /** Whose reports count; undefined for those of all. */
  readonly app?: string
  /** Path of the first visit. */
  readonly begins: string
}

/**
 * Opens the page that would be live in a browser, with a visitor in it, and waits for what that one found. The tried
 * release has no previous one in it: nothing takes its place.
 *
 * @param chromium  path of the browser
 */
export async function runSmokeTest(
  store: Store,
  next: Generation,
  releases: Releases,
  { release, files }: PackedRelease,
  chromium: string,
  { begins, ...visitor }: Visitor,
): Promise<SmokeTestFindings> {
  const generation = { ...next, apps: { ...next.apps, [release.app]: { active: release.id, previous: [] } } }
  const live = new Map([...releases, [releaseKey(release.app, release.id), release]])
  const folder = `${layout.release(release.app, release.id)}/`
  // The page guards run before any code of the release.
  const registry = { ...registryOf(generation, live), guardShare: 1 }
  const site = await openSmokeTestSite({
    ...visitor,
    page: await pageOf(generation, registry, live, { fragments: [], sheets: [] }),
    registry: JSON.stringify(registry),
    releases: [...live.values()],
    read: async path => (path.startsWith(folder) ? files.get(path.slice(folder.length)) : store.read(path)),
  })
  const close = await openChromium(chromium, site.url + begins)
  try {
    return await Promise.race([
      site.findings,
      after(
        withinMs,
        {
          found: [{ kind: 'screen' as const, what: `the smoke test did not end within ${withinMs / 1000} s` }],
          asked: [],
          idle: new Map(),
        },
        { ref: false },
      ),
    ])
  } finally {
    await close()
    await site.close()
  }
}
