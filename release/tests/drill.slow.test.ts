import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readLiveState } from '../src/operations/live-state.ts'
import { openReleaseContext } from '../src/operations/release-context.ts'
import { startFakeS3, type StoredObject } from './fake-s3.ts'
import { makeFreshFolder } from './fixture-apps.ts'
import { publishFirstReleases, readGuideBlocks, runGuide, writeBuild } from './guide-commands.ts'
import { objectServerKeys, type ObjectServer } from './object-server.ts'

// npm run unit -- drill: five emergencies, one after the other, in one store in a bucket. Each is answered by the
// commands of the operations guide alone and timed until what is live is safe again.

const objects = new Map<string, StoredObject>()
const times: string[] = []
let [work, data] = ['', '']
let bucket: ObjectServer

const release = (words: string) => runGuide(work, `npm run release -- ${words}`, {})
const publish = (app: string, version: string) =>
  release(`publish ${app} --dist builds/${app}-${version} --skip-smoke-test --why "${version}"`)
const section = async (title: string) => (await readGuideBlocks(title)).join('')
const liveState = async () => readLiveState(await openReleaseContext(data))
const versionOf = async (app: string) => (await liveState()).live?.apps[app]?.active.split('-')[0]

/** Times the answer to an emergency, until every signature and byte of what is live is verified. */
async function measureRecovery(emergency: string, answer: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await answer()
  await release('verify')
  times.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${emergency}`)
}

beforeAll(async () => {
  bucket = await startFakeS3(objects)
  work = await makeFreshFolder()
  data = join(work, 'data')
  const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = objectServerKeys
  const store = { RELEASE_STORE: 's3://adcoin', RELEASE_STORE_ENDPOINT: bucket.endpoint }
  const env = { ...store, DATA_DIR: data, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await writeBuild(work, 'remote-team', version)
  for (const version of ['1.0.0', '1.0.5', '1.1.0', '1.2.0']) await writeBuild(work, 'remote-news', version)
  await publishFirstReleases(data)
  await publish('remote-team', '1.1.0')
  await runGuide(work, await section('Add a team and its key'), {})
}, 60_000)

afterAll(async () => {
  vi.unstubAllEnvs()
  await bucket.stop()
  console.log(['Worst hour: seconds until safe again', ...times].join('\n'))
})

it('each emergency is over after the commands of the guide', { timeout: 400_000 }, async () => {
  await publish('remote-news', '1.0.5')
  await measureRecovery("a team's key is stolen, and the thief's release is live", async () =>
    runGuide(work, (await section('Rotate a key')) + (await section('A key is stolen')), {}),
  )
  expect((await liveState()).live?.apps['remote-news']).toMatchObject({ previous: [] })
  expect((await openReleaseContext(data)).ring.keys.filter(({ state }) => state === 'revoked')).toHaveLength(2)
  expect(await versionOf('remote-news')).toBe('1.1.0')

  await publish('remote-team', '1.2.0')
  await measureRecovery('a bad release is live', async () => runGuide(work, await section('Roll back'), {}))
  expect(await versionOf('remote-team')).toBe('1.1.0')

  await publish('remote-team', '1.3.0')
  const copy = new Map(objects)
  await measureRecovery('two operators act at once', async () => {
    const commands = ['first', 'second'].map(who =>
      release(`rollback remote-team --to 1.1.0 --why "the ${who} saw it"`),
    )
    const ends = await Promise.allSettled([...commands, publish('remote-news', '1.2.0')])
    expect(ends.slice(0, 2).map(({ status }) => status)).toContain('fulfilled')
    expect(ends[2]).toMatchObject({ status: 'fulfilled' })
  })
  expect([await versionOf('remote-team'), await versionOf('remote-news')]).toEqual(['1.1.0', '1.2.0'])

  objects.clear()
  for (const [key, object] of copy) objects.set(key, object)
  await expect(release('status')).rejects.toThrow('--accept-set-back')
  await measureRecovery('the bucket is set back', async () => {
    await runGuide(work, (await readGuideBlocks('Keep and restore')).at(-1) ?? '', {})
    await release('rollback remote-team --to 1.1.0 --why "bad, and back with the bucket"')
    await publish('remote-news', '1.2.0')
  })
  expect([await versionOf('remote-team'), await versionOf('remote-news')]).toEqual(['1.1.0', '1.2.0'])

  const [backup = '', , restore = ''] = await readGuideBlocks('Keep and restore')
  await runGuide(work, backup, {})
  // The store is not on that machine.
  await mkdir(join(work, 'backup-store'))
  await measureRecovery('the operations machine is gone: a backup of keys and the bucket are left', () =>
    runGuide(work, restore, {}),
  )
  await publish('remote-team', '1.4.0')
  expect(await versionOf('remote-team')).toBe('1.4.0')
})
