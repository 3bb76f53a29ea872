import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildIfChanged } from '../src/releases/build-apps.ts'
import { listApps } from '../src/releases/list-apps.ts'
import { repositoryFolder as root } from './composed/images.ts'
import { startFakeS3 } from './fake-s3.ts'
import { makeFreshFolder } from './fixture-apps.ts'
import { objectServerKeys, type ObjectServer } from './object-server.ts'

const apps = listApps(root)
const how = ['--skip-smoke-test', '--skip-checks']
let [data, builds] = ['', '']
let bucket: ObjectServer
beforeAll(async () => {
  for (const app of apps) await buildIfChanged(root, app, () => undefined)
  ;[bucket, data, builds] = await Promise.all([startFakeS3(), makeFreshFolder(), makeFreshFolder()])
}, 300_000)
afterAll(async () => bucket.stop())

/** The command as a process, in an environment of its own: its exit code and all that it prints. */
function release(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<{ code: unknown; text: string }> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: data,
    RELEASE_STORE: 's3://adcoin/store',
    RELEASE_STORE_ENDPOINT: bucket.endpoint,
    AWS_ACCESS_KEY_ID: objectServerKeys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: objectServerKeys.secretAccessKey,
    ...more,
  }
  const args = [join(root, 'release/src/cli/main.ts'), ...words]
  return new Promise(done =>
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, text: stdout + stderr }),
    ),
  )
}

/** The same build under a higher version, as its team would make it for a change. */
async function raiseVersion(app: string): Promise<string> {
  const folder = join(builds, app)
  await cp(join(root, app, 'dist'), folder, { recursive: true })
  const build = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
  const [, hash] = /-(.+)$/.exec(build.id) ?? []
  await writeFile(join(folder, 'build.json'), JSON.stringify({ ...build, version: '9.0.0', id: `9.0.0-${hash}` }))
  return folder
}

it('the five built apps go live, are replaced and rolled back in a bucket at the first try', async () => {
  const done = async (...words: readonly string[]) =>
    expect(await release([...words, '--why', 'first']), words.join(' ')).toMatchObject({ code: 0 })

  for (const app of apps) await done('publish', app, '--dist', join(root, app, 'dist'), '--stage', ...how)
  for (const app of ['shell', ...apps.filter(each => each !== 'shell')]) await done('promote', app)
  for (const app of apps) {
    await done('publish', app, '--dist', await raiseVersion(app), '--stage', ...how)
    await done('promote', app)
    await done('rollback', app)
  }
  const { text } = await release(['verify', '--json'])
  expect(JSON.parse(text)).toMatchObject({ ok: true, generation: 15, problems: [] })
}, 300_000)

it('a command ends with a sentence where its store refuses, is away, hangs or cannot write', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>(listening => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  const lacking = { RELEASE_STORE: 's3://another' }
  const closed = { RELEASE_STORE_ENDPOINT: 'http://127.0.0.1:9' }
  const hung = { RELEASE_STORE_ENDPOINT: `http://127.0.0.1:${port}` }
  // A file is where the folder should be: the system refuses to write, as on a full or read-only disk.
  const full = { RELEASE_STORE: join(root, 'package.json/store'), DATA_DIR: await makeFreshFolder() }
  const publish = ['publish', 'shell', '--dist', join(root, 'shell/dist'), '--stage', ...how, '--why', 'x']
  const ends = await Promise.all([
    release(['status'], lacking),
    release(['status'], closed),
    release(['status'], hung),
    release(publish, full),
  ])
  silent.close()
  expect(ends.map(({ code }) => code)).toEqual([1, 1, 1, 1])
  for (const { text } of ends) {
    expect(text).toContain('It ended early: ')
    expect(text).not.toMatch(/^ {4}at /m)
  }
  expect(ends[1]?.text).toContain('Waiting for the bucket adcoin at http://127.0.0.1:9')
  expect(ends[2]?.text).toContain('Waiting for the bucket adcoin at http://127.0.0.1:')
}, 240_000)

it('a command waits for a bucket that is away for some seconds', async () => {
  const back = performance.now() + 10_000
  const away = await startFakeS3(undefined, async () => {
    if (performance.now() < back) throw new Error('away')
  })
  // A folder of its own: the other one knows a later generation, and an empty bucket would be refused as set back.
  const more = { RELEASE_STORE_ENDPOINT: away.endpoint, DATA_DIR: await makeFreshFolder() }
  const { code, text } = await release(['status'], more)
  await away.stop()
  expect([code, performance.now() > back], text).toEqual([0, true])
  expect(text).toContain('Waiting for the bucket adcoin at ')
}, 60_000)
