import { pageGrowth } from './growth.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import { readReleaseContext } from '../src/operations/release-context.ts'

/**
 * page-growth.ts <data folder>: by how many bytes each live remote makes the page larger,
 * `{"remote-team":{"bytes":…,"gzip":…,"scripts":…},…}`.
 */
const { live, releases } = await readLiveState(await readReleaseContext(process.argv[2] ?? ''))
if (!live) throw new Error('nothing is live')
console.log(JSON.stringify(await pageGrowth(live, releases)))
