import { modules } from 'virtual-remote-modules'
import type { RemoteModule } from '@adcoin/remote'
import { checkModule, type createLoad as createLoadOfReleases } from '../../composition/load.ts'
import { createShared } from '../../composition/shared.ts'

/**
 * Replaces `composition/load.ts` under `npm run dev` (`tools/preset/src/from-sources`). The modules of remotes are
 * modules of the page's own build, so nothing is fetched or compared. Changed modules are drawn in place.
 */
export const createLoad: typeof createLoadOfReleases = ({ report, createHost, prepareShared }) => {
  const { loadGroup } = createShared(prepareShared)
  const opened = new Map<string, RemoteModule>()
  return async ({ app, release, pathname, language }) => {
    await loadGroup('data')
    const module = checkModule((await modules[app]?.())?.default, app)
    if (!opened.has(app)) module.connect(createHost(app))
    opened.set(app, module)
    const missing = await module.preload(pathname, language)
    if (missing !== undefined) report.failure({ app, pathname, release }, 'locale', missing)
    return { app, release, module }
  }
}
