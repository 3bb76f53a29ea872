import { pageGrowth } from './growth.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import { readSite } from '../src/operations/site.ts'

/**
 * page-growth.ts <data folder>: by how many bytes each live remote makes the page larger,
 * `{"remote-team":{"bytes":…,"gzip":…,"scripts":…},…}`.
 */
const { generation, releases } = await readLiveState(await readSite(process.argv[2] ?? ''))
if (!generation) throw new Error('nothing is live')
console.log(JSON.stringify(await pageGrowth(generation, releases)))
