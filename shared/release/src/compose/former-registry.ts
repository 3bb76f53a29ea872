import { releaseFolder, type Live, type LiveApp } from '@adcoin/contract'

const lifeMs = 90 * 24 * 3_600_000

/**
 * `registry.json`: what is live in the words of shells before 2026-11-28, which ask for it where they find no block of
 * theirs in the page, and which open tabs poll. It goes when no such shell is live or a fallback any more.
 */
export function formerRegistry({ number, created, apps, revoked, floor, overrides }: Live): object {
  return {
    generation: number,
    expires: new Date(Date.parse(created) + lifeMs).toISOString(),
    apps: Object.fromEntries(Object.entries(apps).map(([app, entry]) => [app, formerApp(app, entry)])),
    revoked,
    ...(overrides === true ? { overrides, floor } : {}),
  }
}

function formerApp(app: string, { active, previous, canary, stopped, versions, routes, tabs }: LiveApp): object {
  const releaseOf = (id: string) => {
    const version = id.slice(0, id.lastIndexOf('-'))
    return { id, version, path: releaseFolder(app, id), ...versions[id] }
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
