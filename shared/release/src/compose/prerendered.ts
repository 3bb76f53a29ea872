import { releaseKey } from '@adcoin/contract'
import type { Releases } from '../releases/releases.ts'
import { layout, type Store } from '../store/store.ts'
import type { LiveChoice } from './live.ts'
import type { Prerendered } from './page.ts'

/**
 * The prerendered fragments of the live releases, which the gate has seen to hold no script, style or handler, and the
 * style sheets of the live shell.
 */
export async function prerenderedOf(store: Store, { apps }: LiveChoice, releases: Releases): Promise<Prerendered> {
  const read = async (app: string, id: string, file: string) =>
    (await store.read(`${layout.release(app, id)}/${file}`))?.toString('utf8') ?? ''
  const fragments = Object.entries(apps).flatMap(([app, { active }]) =>
    Object.entries(releases.get(releaseKey(app, active))?.fragments ?? {}).map(async ([key, file]) => {
      const [path = '', language = ''] = key.split('|')
      return { path, language, html: await read(app, active, file) }
    }),
  )
  const shell = apps['shell']?.active ?? ''
  const styles = releases.get(releaseKey('shell', shell))?.styles ?? []
  return {
    fragments: await Promise.all(fragments),
    sheets: await Promise.all(styles.map(file => read('shell', shell, file))),
  }
}
