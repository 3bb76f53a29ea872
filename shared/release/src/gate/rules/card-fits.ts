import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

/** A remote has a card of its own name; the shell has none. Preloads and tabs are about routes that the card has. */
export const cardFits: CandidateRule = ({ app, build }) => {
  const say = (place: string, says: string, remedy: string) => refuse('card', `${app}: ${place}`, says, remedy)
  if (app === 'shell')
    return build.card === undefined ? [] : [say('card', 'the shell has no card', 'Remove remote.json from the shell.')]
  if (build.card === undefined)
    return [say('remote.json', 'the card is missing', 'Write one: routes, tabs, events, contract range.')]
  const { card } = build
  const routes = new Set(card.routes.map(route => route.path))
  return [
    ...(card.name === app ? [] : [say('remote.json: name', `it names ${card.name}`, `Write "${app}".`)]),
    ...(build.container === undefined
      ? [say('container', 'it has no container name', 'Build it with defineRemote().')]
      : []),
    ...(routes.size === card.routes.length
      ? []
      : [say('remote.json: routes', 'a path stands twice', 'Remove one of them.')]),
    ...[...card.tabs.map(tab => tab.path), ...Object.keys(build.preload)]
      .filter(path => !routes.has(path))
      .map(path => say(path, 'no route of the card has this path', 'Add the route, or remove the tab or chunk list.')),
    ...(build.tabs.length === card.tabs.length
      ? []
      : [say('tabs', 'the labels of the tabs are not those of the card', 'Build the app again.')]),
    ...(build.contract.from === card.contract.from && build.contract.to === card.contract.to
      ? []
      : [say('contract', 'the build has another contract range than the card', 'Build the app again.')]),
  ]
}
