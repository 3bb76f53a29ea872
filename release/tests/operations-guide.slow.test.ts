import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLiveState } from '../src/operations/live-state.ts'
import { openReleaseContext } from '../src/operations/release-context.ts'
import { makeFreshFolder } from './fixture-apps.ts'
import { publishFirstReleases, readGuideBlocks, runGuide, writeBuild } from './guide-commands.ts'

it('every command of the operations guide does what the guide describes, in its order', async () => {
  const work = await makeFreshFolder()
  const data = join(work, 'data')
  await publishFirstReleases(data)
  for (const [app, version] of [
    ['remote-team', '1.1.0'],
    ['remote-team', '1.1.5'],
    ['remote-team', '1.2.0'],
    ['remote-news', '1.0.0'],
    ['remote-news', '1.1.0'],
  ] as const)
    await writeBuild(work, app, version)
  const stdout = await runGuide(work, (await readGuideBlocks()).join(''), { DATA_DIR: data, RELEASE_STORE: '' })
  expect(stdout).toContain('remote-news')
  const { live } = await readLiveState(await openReleaseContext(data))
  expect(live?.apps['remote-team']?.active).toMatch(/^1\.1\.5-/)
  expect(live?.apps['remote-news']?.active).toMatch(/^1\.1\.0-/)
  expect(live?.revoked).toHaveLength(1)
}, 240_000)
