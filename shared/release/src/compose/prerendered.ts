import { releaseKey } from '@adcoin/contract'
import { layout, type Store } from '../store/store.ts'
import type { Prerendered } from './page.ts'
import type { Releases } from '../releases/releases.ts'
import { formerRegistry } from './former-registry.ts'
import { liveOf, type LiveChoice } from './live.ts'
import { carriedApps } from './registry.ts'

/**
 * The prerendered fragments of the live releases that the page carries, which the gate has seen to hold no script, style or handler, and the
 * style sheets of the live shell.
 */
export async function prerenderedOf(store: Store, choice: LiveChoice, releases: Releases): Promise<Prerendered> {
  const carried = carriedApps(formerRegistry(liveOf(choice, releases)))
  const live = Object.entries(choice.apps)
    .filter(([app]) => carried.has(app))
    .map(([app, { active }]) => ({ app, id: active }))
  const read = async (app: string, id: string, file: string) =>
    (await store.read(`${layout.release(app, id)}/${file}`))?.toString('utf8') ?? ''
  const fragments = live.flatMap(({ app, id }) =>
    Object.entries(releases.get(releaseKey(app, id))?.fragments ?? {}).map(async ([key, file]) => {
      const [path = '', language = ''] = key.split('|')
      return { path, language, html: await read(app, id, file) }
    }),
  )
  const sheets = live
    .filter(({ app }) => app === 'shell')
    .flatMap(({ app, id }) => (releases.get(releaseKey(app, id))?.styles ?? []).map(file => read(app, id, file)))
  return { fragments: await Promise.all(fragments), sheets: await Promise.all(sheets) }
}
