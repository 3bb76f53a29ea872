import type { AppView, GenerationEntry, ReleasePlan, ReleasesView } from '@adcoin/contract/operations'

const created = '2026-03-01T10:00:00.000Z'
export const live = '1.4.0-0123456789ab'
export const former = '1.3.0-ba9876543210'

export const createRelease = (id: string, changes = {}) => ({
  id,
  version: id.split('-')[0] ?? '',
  created,
  ...changes,
})

/** The wallet: live since generation 40 by Pavel, with one release to fall back to. */
export function createApp(changes: Partial<AppView> = {}): AppView {
  return {
    app: 'remote-wallet',
    active: createRelease(live),
    previous: [createRelease(former)],
    others: [],
    rollback: { to: former, safe: true, why: 'it was live before' },
    since: createGeneration(40),
    canary: null,
    lastHour: { browsers: 200, failed: 0, rate: 0 },
    ...changes,
  }
}

export function createGeneration(generation: number, changes: Partial<GenerationEntry> = {}): GenerationEntry {
  return {
    generation,
    created,
    action: 'publish',
    by: 'pavel',
    why: 'new limits',
    changes: [{ app: 'remote-wallet', from: former, to: live }],
    tries: [],
    revoked: [],
    floor: {},
    ...changes,
  }
}

export function createReleases(...apps: readonly AppView[]): ReleasesView {
  return { generation: 41, productUrl: 'http://localhost:8080/', apps: [...apps], judge: null, history: [] }
}

/** Back to the former release of the wallet. */
export function createPlan(changes: Partial<ReleasePlan> = {}): ReleasePlan {
  return {
    from: 41,
    generation: 42,
    changes: [{ app: 'remote-wallet', from: live, to: former }],
    canary: null,
    fallbacks: [],
    revoked: [],
    ...changes,
  }
}
