import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { pack, publishLive } from '../src/operations/publish.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import { openSite } from '../src/operations/site.ts'
import type { BuiltApp } from '../src/releases/built-app.ts'
import { builtFixture, freshFolder } from './fixture-apps.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The commands of the guide, block by block, as one script: what one leaves is what the next begins with. */
async function guide(): Promise<string> {
  const text = await readFile(join(root, 'shared/docs/operations.md'), 'utf8')
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block).join('')
}

async function write(folder: string, { build, entries }: BuiltApp): Promise<void> {
  await mkdir(join(folder, 'release'), { recursive: true })
  await writeFile(join(folder, 'build.json'), JSON.stringify(build))
  for (const { path, bytes } of entries) await writeFile(join(folder, 'release', path), bytes)
}

it('every command of the operations guide does what it says, in its order', async () => {
  const work = await freshFolder()
  const data = join(work, 'data')
  const site = await openSite(data, ['ops', 'shell', 'remote-team'])
  await publishLive(
    site,
    await readLiveState(site),
    ['shell', 'remote-team'].map(app => pack(site, builtFixture(app))),
    { action: 'publish', why: 'all' },
  )
  for (const [app, version] of [
    ['remote-team', '1.1.0'],
    ['remote-team', '1.2.0'],
    ['remote-news', '1.0.0'],
    ['remote-news', '1.1.0'],
  ] as const)
    await write(join(work, 'builds', `${app}-${version}`), builtFixture(app, { version }))
  // The script of package.json without npm, which takes longer than what it starts; `npm run release --` is dropped.
  const npm = `npm() { shift 3; "${process.execPath}" "${join(root, 'shared/release/src/cli/main.ts')}" "$@"; }`
  const { stdout } = await run('bash', ['-euxc', `${npm}\n${await guide()}`], {
    cwd: work,
    env: { ...process.env, DATA_DIR: data, RELEASE_STORE: '' },
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout?.slice(-1_000)}\n${error.stderr}`)
  })
  expect(stdout).toContain('remote-news')
  const { generation } = await readLiveState(await openSite(data))
  expect(generation?.apps['remote-team']?.active).toMatch(/^1\.1\.0-/)
  expect(generation?.apps['remote-news']?.active).toMatch(/^1\.1\.0-/)
  expect(generation?.revoked).toHaveLength(1)
  expect(await readFile(join(work, 'nginx.conf'), 'utf8')).toContain('server 127.0.0.1:8082 max_fails=1')
}, 180_000)
