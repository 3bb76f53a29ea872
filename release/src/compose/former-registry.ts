import { buildReleaseFolder, type Live, type LiveApp } from '@adcoin/contract'
import * as v from 'valibot'
import type { LiveChoice } from './live.ts'

/**
 * `registry.json`, as releases before 2026-11-28 know it: an older shell in today's page, and a tab that is open since
 * before, ask for it. It goes when no shell of then can be live any more.
 */
export function buildFormerRegistry({ number, apps, revoked, floor, overrides, created }: Live): object {
  return {
    generation: number,
    expires: computeExpiry({ created }),
    apps: Object.fromEntries(Object.entries(apps).map(([app, entry]) => [app, appOf(app, entry)])),
    revoked,
    ...(overrides === true ? { overrides: true, floor } : {}),
  }
}

function appOf(app: string, { active, previous, canary, stopped, versions, routes, tabs }: LiveApp) {
  const releaseOf = (id: string) => {
    const version = versions[id]
    if (!version) throw new Error(`${app}/${id} is named without its version`)
    return { id, version: id.slice(0, id.lastIndexOf('-')), path: buildReleaseFolder(app, id), ...version }
  }
  return {
    active: releaseOf(active),
    previous: previous.map(releaseOf),
    ...(canary ? { canary: { release: releaseOf(canary.release), share: canary.share, salt: canary.salt } } : {}),
    ...(stopped === undefined ? {} : { stopped }),
    routes,
    tabs,
  }
}

const lifeMs = 90 * 24 * 3_600_000

/** Until when it counts as new; `operations/check-expiry.ts` reports one that nears it. */
export function computeExpiry({ created }: Pick<Live, 'created'>): string {
  return new Date(Date.parse(created) + lifeMs).toISOString()
}

const Named = v.object({ id: v.string() })
const FormerRegistry = v.object({
  apps: v.record(
    v.string(),
    v.object({
      active: Named,
      previous: v.array(Named),
      canary: v.fallback(v.optional(v.object({ release: Named })), undefined),
    }),
  ),
  revoked: v.optional(v.array(v.string()), []),
  floor: v.optional(v.record(v.string(), v.string()), {}),
  overrides: v.optional(v.boolean()),
})
/** The releases of a generation and the revoked ones, for a gateway. */
export type ServedFacts = Pick<LiveChoice, 'revoked' | 'floor' | 'overrides'> & {
  readonly named: readonly (readonly [app: string, id: string])[]
}

/** The same of a number that was composed before 2026-11-28. @throws if it cannot be read */
export function readFormerRegistry(bytes: Buffer): ServedFacts {
  const { apps, ...facts } = v.parse(FormerRegistry, JSON.parse(bytes.toString('utf8')))
  const named = Object.entries(apps).flatMap(([app, { active, previous, canary }]) =>
    [active, ...previous, ...(canary ? [canary.release] : [])].map(({ id }) => [app, id] as const),
  )
  return { ...facts, named }
}
