import { modules } from 'virtual-remote-modules'
import { createEvaluation, checkScreen } from './evaluate.ts'
import type { createLoad as createLoadOfReleases } from './load-release.ts'
import { createSharedGroups } from './shared-groups.ts'

/**
 * In the place of `load-release.ts` under `npm run dev`: the modules of remotes are modules of the page's own build, so
 * nothing is fetched, compared or dressed, and what changes in them is drawn in place. All that happens around a load
 * (guarded modules, watching, outcomes) is the same code.
 */
export const createLoad: typeof createLoadOfReleases = ({ prepareShared, ...parts }) => {
  const groups = createSharedGroups(prepareShared)
  const federation = {
    importModule: async (_url: string, app: string) => (await modules[app]?.())?.default,
  }
  const evaluated = createEvaluation({ federation, ...parts })
  ownSheets(document.head)
  return async request => {
    await groups.load('data')
    const remote = await evaluated(request)
    checkScreen(remote.module, request.pathname)
    const missing = await remote.module.preload(request.pathname, request.language)
    if (missing !== undefined) request.onLocaleFailure(missing)
    return remote
  }
}

/**
 * In development a changed style sheet takes the place of the former one. The page keeper (`guards/page.ts`) would
 * put the former one back, so every sheet of the build is marked as a release's: those it leaves alone.
 */
function ownSheets(head: HTMLElement): void {
  const mark = () => {
    for (const link of head.querySelectorAll<HTMLElement>('link[rel=stylesheet]:not([data-release])'))
      link.dataset['release'] = 'sources'
  }
  mark()
  new MutationObserver(mark).observe(head, { childList: true })
}
