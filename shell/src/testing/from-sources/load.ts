import { modules } from 'virtual-remote-modules'
import {
  checkScreen,
  mountModule,
  type createLoad as createLoadOfReleases,
  type MountedRemote,
} from '../../composition/load.ts'
import { createShared } from '../../composition/shared.ts'

/**
 * In the place of `composition/load.ts` under `npm run dev` (`shared/preset/src/everything`): the modules of remotes
 * are modules of the page's own build, so nothing is fetched or compared, and what changes in them is drawn in place.
 */
export const createLoad: typeof createLoadOfReleases = ({ report, hostOf, prepareShared }) => {
  const { loadGroup } = createShared(prepareShared)
  const opened = new Map<string, Promise<MountedRemote>>()
  return async request => {
    const { app, release, pathname, language } = request
    await loadGroup('data')
    const mount = async () => mountModule((await modules[app]?.())?.default, request, { hostOf, report })
    const opening = opened.get(app) ?? mount()
    opened.set(app, opening)
    const remote = await opening
    checkScreen(remote.module, pathname)
    const missing = await remote.module.preload(pathname, language)
    if (missing !== undefined) report.failure({ app, pathname, release }, 'locale', missing)
    return remote
  }
}

// The area takes them from the same module.
export { LoadFailure, removeSheets } from '../../composition/load.ts'
