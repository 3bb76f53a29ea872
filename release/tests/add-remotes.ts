import { join } from 'node:path'
import { readLiveState } from '../src/operations/live-state.ts'
import { openReleaseContext } from '../src/operations/release-context.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import { ensureKeys } from '../src/signing/key-ring.ts'
import { listAreaNames, createAreaBuild } from './fixture-areas.ts'

/**
 * add-remotes.ts <data folder> <count>: publishes as many synthetic remotes of ten scripts beside what is live, as one
 * generation.
 */
const [data = '', count = '12'] = process.argv.slice(2)
const names = listAreaNames(Number(count))
await ensureKeys(join(data, 'keys'), names, new Date())
const context = await openReleaseContext(data)
await publishLive(
  context,
  await readLiveState(context),
  names.map(app => pack(context, createAreaBuild(app, '1.0.0'))),
  { action: 'publish', why: 'more remotes' },
)
