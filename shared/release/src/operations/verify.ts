import { compose } from '../compose/compose.ts'
import { fragmentsOf } from '../compose/fragments.ts'
import { checkCoexistence } from '../gate/coexistence.ts'
import { Refused, type Refusal } from '../refusal.ts'
import { distrust } from '../signing/signature.ts'
import { layout } from '../store/store.ts'
import { checkSiblings } from './check-siblings.ts'
import { readLiveState } from './live-state.ts'
import { checkFiles } from './read-release.ts'
import type { Site } from './site.ts'

export type Verification = {
  readonly ok: boolean
  readonly generation: number
  readonly releases: number
  readonly files: number
  readonly problems: readonly Refusal[]
}

/**
 * Looks at everything that is live as if nobody were trusted: signatures, every file's bytes and its compressed siblings,
 * the rules between releases, and whether the page is the one that this generation composes to.
 */
export async function verifyLive(site: Site): Promise<Verification> {
  try {
    const state = await readLiveState(site)
    if (!state.generation)
      return {
        ok: false,
        generation: 0,
        releases: 0,
        files: 0,
        problems: [
          { rule: 'live', place: 'current', says: 'nothing is live', remedy: 'Publish the shell and the remotes.' },
        ],
      }
    const releases = [...state.releases.values()]
    const problems: Refusal[] = [...checkCoexistence(state.generation, state.releases)]
    for (const release of releases) {
      problems.push(...(await checkFiles(site, release)), ...(await checkSiblings(site, release)))
    }
    for (const [path, bytes] of await compose(
      state.generation,
      state.releases,
      await fragmentsOf(site.store, state.generation, state.releases),
    )) {
      const place = `${layout.live(state.number)}/${path}`
      const there = await site.store.read(place)
      if (!there?.equals(bytes))
        problems.push({
          rule: 'composed',
          place,
          says: there ? 'it is not what this generation composes to' : 'it is missing',
          remedy:
            '`npm start` composes anew after an update of the release tools; else publish again, or roll back and forth.',
        })
    }
    const page = `${layout.live(state.number)}/live`
    const distrusted = distrust(
      site.ring,
      'ops',
      'live',
      String(state.number),
      (await site.store.read(`${page}.json`)) ?? Buffer.alloc(0),
      await site.store.read(`${page}.sig`),
    )
    if (distrusted)
      problems.push({
        rule: 'live-signature',
        place: `${page}.sig`,
        says: distrusted,
        remedy: 'Gateways do not serve it: roll back and forth, or publish again; that signs anew.',
      })
    return {
      ok: problems.length === 0,
      generation: state.number,
      releases: releases.length,
      files: releases.reduce((sum, release) => sum + release.files.length, 0),
      problems,
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ok: false, generation: await site.store.pointer(), releases: 0, files: 0, problems: error.refusals }
  }
}
