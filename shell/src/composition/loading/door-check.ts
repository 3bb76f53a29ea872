import { isDoor, type RemoteDoor } from '@adcoin/remote'
import { matchPath } from '@adcoin/router'
import { LoadFailure } from './load-failure.ts'

/**
 * Whether what a container exposed is a door that may be mounted at this path.
 *
 * @throws LoadFailure  'door', with what is wrong
 */
export function checkDoor(exposed: unknown, app: string, pathname: string): RemoteDoor {
  if (!isDoor(exposed)) throw new LoadFailure('door', `what ${app} exposes has not the shape of a door`)
  if (`remote-${exposed.name}` !== app)
    throw new LoadFailure('door', `the door says it is ${exposed.name.slice(0, 40)}`)
  const fits = exposed.routes.some(
    route => route.path !== undefined && matchPath({ path: route.path, end: true }, pathname),
  )
  if (!fits) throw new LoadFailure('door', 'the door has no such route, though its card has')
  return exposed
}
