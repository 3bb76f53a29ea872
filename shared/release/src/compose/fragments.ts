import type { Generation } from '@adcoin/contract'
import { layout, type Store } from '../store/store.ts'
import type { Fragment } from './page.ts'
import { releaseKey, type Releases } from './registry.ts'

/** The prerendered fragments of the live releases; the gate has seen that they hold no script, style or handler. */
export async function fragmentsOf(
  store: Store,
  generation: Generation,
  releases: Releases,
): Promise<readonly Fragment[]> {
  const wanted = Object.entries(generation.apps).flatMap(([app, { active }]) =>
    Object.entries(releases.get(releaseKey(app, active))?.fragments ?? {}).map(([key, file]) => ({
      key,
      file: `${layout.release(app, active)}/${file}`,
    })),
  )
  return Promise.all(
    wanted.map(async ({ key, file }) => {
      const [path = '', language = ''] = key.split('|')
      return { path, language, html: (await store.read(file))?.toString('utf8') ?? '' }
    }),
  )
}
