import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/**
 * A remote has a manifest of its own name; the shell has none. Preloads and tabs are about routes that the manifest
 * has.
 */
export const manifestFits: CandidateRule = ({ app, build }) => {
  const say = (place: string, says: string, remedy: string) => refuse('manifest', `${app}: ${place}`, says, remedy)
  if (app === 'shell')
    return build.manifest === undefined
      ? []
      : [say('manifest', 'the shell has no manifest', 'Remove remote.json from the shell.')]
  if (build.manifest === undefined)
    return [say('remote.json', 'the manifest is missing', 'Write one: routes, tabs, events, contract range.')]
  const { manifest } = build
  const routes = new Set(manifest.routes.map(route => route.path))
  return [
    ...(manifest.name === app ? [] : [say('remote.json: name', `it names ${manifest.name}`, `Write "${app}".`)]),
    ...(build.container === undefined
      ? [say('container', 'it has no container name', 'Build it with defineRemote().')]
      : []),
    ...(routes.size === manifest.routes.length
      ? []
      : [say('remote.json: routes', 'a path stands twice', 'Remove one of them.')]),
    ...[...manifest.tabs.map(tab => tab.path), ...Object.keys(build.preload)]
      .filter(path => !routes.has(path))
      .map(path =>
        say(path, 'no route of the manifest has this path', 'Add the route, or remove the tab or chunk list.'),
      ),
    ...(build.tabs.length === manifest.tabs.length
      ? []
      : [say('tabs', 'the labels of the tabs are not those of the manifest', 'Build the app again.')]),
    ...(build.contract.from === manifest.contract.from && build.contract.to === manifest.contract.to
      ? []
      : [say('contract', 'the build has another contract range than the manifest', 'Build the app again.')]),
  ]
}
