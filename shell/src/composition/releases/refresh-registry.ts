import { isLoadable, type Registry } from '@adcoin/contract'
import type { createOverrides } from './overrides.ts'
import { fetchRegistry, routesOf, tabsOf } from './registry.ts'

const seenKey = 'adcoin.generation'

type InUse = ReturnType<typeof registryInUse>

/** The live registry, and the same with the overrides of this browser. */
export function registryInUse(
  first: Registry | undefined,
  overrides: ReturnType<typeof createOverrides>,
  changed: () => void,
) {
  let live = first
  let current = first
  let routes = routesOf(current)
  let tabs = tabsOf(current)
  const use = () => {
    current = live && overrides.over(live)
    routes = routesOf(current)
    tabs = tabsOf(current)
    changed()
  }
  return {
    live: () => live,
    current: () => current,
    routes: () => routes,
    tabs: () => tabs,
    use,
    take(next: Registry) {
      live = next
      rememberGeneration(next.generation)
      use()
    },
  }
}

type RefreshOptions = { signal: AbortSignal; onProblem: (problem: string) => void; onReturn: () => void }

export function createRefresh(
  { live, current, take }: InUse,
  read: { readonly registry: Registry | undefined; readonly problems: readonly string[] },
  { signal, onProblem, onReturn }: RefreshOptions,
): { isWhole(): boolean; refresh(): Promise<void> } {
  let isWhole = read.registry !== undefined && read.problems.length === 0
  let isReachable = true

  function takeOver(registry: Registry, problems: readonly string[]): void {
    const used = current()
    const isNewer = registry.generation > (used?.generation ?? 0)
    const isCompletion = used?.brief === true && registry.generation === used.generation
    // A lower generation is an old copy of the file on its way; what is in use stays.
    if (!isNewer && !isCompletion && (isWhole || registry.generation < (used?.generation ?? 0))) return
    for (const problem of problems) onProblem(problem)
    isWhole = problems.length === 0
    take(isNewer ? registry : completed(registry, live()))
  }
  return {
    isWhole: () => isWhole,
    async refresh() {
      const answer = await fetchRegistry(signal)
      if (signal.aborted) return
      const isBack = answer !== undefined && !isReachable
      isReachable = answer !== undefined
      if (answer?.registry) takeOver(answer.registry, answer.problems)
      if (isBack) onReturn()
    },
  }
}

/** An old copy of the page works, and the newer registry is fetched at once; so is one that lacks entries. */
export function firstRefresh(
  current: Registry | undefined,
  isWhole: boolean,
  refresh: () => Promise<void>,
): Promise<void> | undefined {
  const isStale = current !== undefined && current.generation < seenGeneration()
  if (current && !isStale) rememberGeneration(current.generation)
  return isWhole && !isStale ? undefined : refresh()
}

/**
 * The registry in use, with its gaps: apps whose entry was broken or missing, those that the page only names, and the
 * previous releases that the page leaves out.
 */
function completed(whole: Registry, used: Registry | undefined): Registry {
  const apps = Object.entries(used?.apps ?? {}).map(([app, entry]) => [
    app,
    whole.apps[app] && !isLoadable(entry.active)
      ? whole.apps[app]
      : entry.previous.length > 0
        ? entry
        : { ...entry, previous: whole.apps[app]?.previous ?? [] },
  ])
  return { ...whole, apps: { ...whole.apps, ...Object.fromEntries(apps) } }
}

function seenGeneration(): number {
  try {
    return Number(localStorage.getItem(seenKey)) || 0
  } catch {
    return 0
  }
}

function rememberGeneration(generation: number): void {
  try {
    localStorage.setItem(seenKey, String(generation))
  } catch {
    // Blocked or full storage: this page simply knows less.
  }
}
