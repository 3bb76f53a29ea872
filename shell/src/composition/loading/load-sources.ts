import { modules } from 'virtual-remote-modules'
import { createEvaluation, checkScreen } from './evaluate.ts'
import type { createLoad as createLoadOfReleases } from './load-release.ts'
import { createSharedGroups } from './shared-groups.ts'

/**
 * In the place of `load-release.ts` under `npm run dev`: the modules of remotes are modules of the page's own build, so
 * nothing is fetched, compared or dressed, and what changes in them is drawn in place. All that happens around a load
 * (checked modules, watching, outcomes) is the same code.
 */
export const createLoad: typeof createLoadOfReleases = ({ prepareShared, ...parts }) => {
  const groups = createSharedGroups(prepareShared)
  const federation = {
    importModule: async (_url: string, app: string) => (await modules[app]?.())?.default,
  }
  const evaluated = createEvaluation({ federation, ...parts })
  return async request => {
    await groups.load('data')
    const remote = await evaluated(request)
    checkScreen(remote.module, request.pathname)
    const missing = await remote.module.preload(request.pathname, request.language)
    if (missing !== undefined) request.onLocaleFailure(missing)
    return remote
  }
}
