import { join } from 'node:path'
import { mkdir, writeFile } from 'node:fs/promises'
import { readLiveState } from '../src/operations/live-state.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { createFolderCounter } from '../src/store/counter.ts'
import { pack, publishLive } from '../src/operations/publish.ts'
import type { BuiltApp } from '../src/releases/built-app.ts'
import { ensureKeys } from '../src/signing/key-ring.ts'
import { openStore } from '../src/store/open-store.ts'
import { applyWanted } from './fixture-apps.ts'
import { listAreaNames, createAreaBuild as built } from './fixture-areas.ts'

/**
 * make-store.ts <data folder> <remotes> <generations> [builds]: a store as it would stand after a long time, with
 * builds beside it that can be published next: `<data folder>/next/<app>/<i>`. For benches and crash tests, which look
 * at it from outside.
 */
async function main([data = '', remotes = '4', generations = '10', builds = '12']: readonly string[]): Promise<void> {
  const names = listAreaNames(Number(remotes))
  const keys = join(data, 'keys')
  const context: ReleaseContext = {
    store: openStore(data),
    ring: await ensureKeys(keys, ['ops', 'shell', ...names], new Date()),
    counter: createFolderCounter(keys),
    now: () => new Date(),
    by: 'bench',
  }
  const first = names[0] ?? ''
  await publishLive(
    context,
    await readLiveState(context),
    ['shell', ...names].map(app => pack(context, built(app, '1.0.0'))),
    { action: 'publish', why: 'all' },
  )
  await publishLive(context, await readLiveState(context), [pack(context, built(first, '1.1.0'))], {
    action: 'publish',
    why: 'second',
  })
  const newer = (await readLiveState(context)).live?.apps[first]?.active
  for (let n = 3; n <= Number(generations); n++) {
    const isNewerLive = (await readLiveState(context)).live?.apps[first]?.active === newer
    const wanted = isNewerLive ? ({ action: 'rollback' } as const) : ({ action: 'promote', release: newer } as const)
    await applyWanted(context, { ...wanted, app: first, why: `round ${n}`, evenIfUnsafe: true })
  }
  for (let index = 0; index < Number(builds); index++)
    await write(join(data, 'next', first, String(index)), built(first, `2.${index}.0`))
}

async function write(folder: string, { build, entries }: BuiltApp): Promise<void> {
  await mkdir(join(folder, 'release'), { recursive: true })
  await writeFile(join(folder, 'build.json'), JSON.stringify(build))
  for (const { path, bytes } of entries) await writeFile(join(folder, 'release', path), bytes)
}

await main(process.argv.slice(2))
