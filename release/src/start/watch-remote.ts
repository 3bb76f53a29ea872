import { spawn } from 'node:child_process'
import { mkdirSync, watch } from 'node:fs'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { BuildJson, buildReleaseFolder, type LiveApp } from '@adcoin/contract'
import { repositoryRoot } from '@adcoin/checks/repository'
import { buildLiveVersion } from '../compose/live.ts'
import { checkBuild } from '../gate/check-build.ts'
import { formatRefusal, Refused } from '../refusal.ts'
import { packRelease } from '../releases/add-release.ts'
import { readBuiltApp, type BuiltApp } from '../releases/built-app.ts'

/** A build of the working tree as a page gets it. */
export type SourceBuild = {
  readonly app: string
  readonly live: LiveApp
  /** By address. */
  readonly files: ReadonlyMap<string, Buffer>
}

export type WatchedRemote = {
  /** The newest build; undefined before the first. */
  readonly build: () => SourceBuild | undefined
  /** @returns a function that ends it */
  readonly onChange: (listener: () => void) => () => void
  readonly stop: () => Promise<void>
}

/** No release has this version, and no floor is above it: publish builds again. */
const version = '999999.0.0'
/** Rspack writes many files at once. */
const quietMs = 30

/** Builds a remote for production, and again after each change. What publish would refuse of it is printed. */
export function watchRemote(folder: string): WatchedRemote {
  const app = basename(folder)
  const dist = join(folder, 'dist')
  const listeners = new Set<() => void>()
  let current: SourceBuild | undefined
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    const built = await readBuiltApp(app, dist).catch(() => undefined)
    const next = built && describeBuild(built)
    if (!next) return
    current = next
    printRefusals(built)
    for (const listener of listeners) listener()
  }
  mkdirSync(dist, { recursive: true })
  const watcher = watch(dist, (_, name) => {
    if (name !== 'build.json') return
    clearTimeout(timer)
    timer = setTimeout(() => void read(), quietMs)
  })
  const rspack = join(repositoryRoot, 'node_modules/@rspack/cli/bin/rspack.js')
  const child = spawn(process.execPath, [rspack, 'build', '--watch'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ADCOIN_VERSION: version },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return {
    build: () => current,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stop() {
      watcher.close()
      if (child.exitCode !== null || !child.kill()) return
      await once(child, 'exit')
    },
  }
}

/** Undefined for a build of another command, and for one that is just being written. */
function describeBuild({ app, build, entries }: BuiltApp): SourceBuild | undefined {
  const parsed = v.safeParse(BuildJson, build)
  if (!parsed.success || parsed.output.version !== version) return undefined
  const files = new Map(entries.filter(({ kind }) => kind === 'file').map(({ path, bytes }) => [path, bytes]))
  const { release } = packRelease(parsed.output, files, new Date())
  const place = buildReleaseFolder(app, release.id)
  return {
    app,
    live: {
      active: release.id,
      previous: [],
      canary: undefined,
      versions: { [release.id]: buildLiveVersion(release) },
      routes: release.manifest?.routes ?? [],
      tabs: release.tabs,
    },
    files: new Map([...files].map(([path, bytes]) => [`${place}/${path}`, bytes])),
  }
}

function printRefusals(built: BuiltApp): void {
  try {
    checkBuild(built)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    for (const refusal of error.refusals) console.error(`publish would refuse it: ${formatRefusal(refusal)}`)
  }
}
