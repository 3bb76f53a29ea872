import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Refused, createRefusal, type ReleaseRefusal } from '../refusal.ts'

const run = promisify(execFile)
/** Two cores: more builds at once only wait for each other. */
const atOnce = 2

/** An app's sources as they are now: the id that a release of them has, and the hash of the app's own folder alone. */
export type Sources = { readonly id: string; readonly ownSources: string }

/**
 * Builds apps, at most two at once.
 *
 * @param signal  ends the builds
 * @param version  instead of the version in their package.json
 * @throws Refused with the builder's errors
 */
export async function buildApps(
  root: string,
  apps: readonly string[],
  say: (line: string) => void,
  signal?: AbortSignal,
  version?: string,
): Promise<void> {
  const waiting = [...apps]
  const runWorker = async () => {
    for (let app = waiting.shift(); app !== undefined; app = waiting.shift()) {
      const name = app
      const began = performance.now()
      await build(root, name, signal, version)
      say(`  built ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, apps.length) }, runWorker))
  } finally {
    waiting.length = 0
  }
}

/** The sources of each app. A child process reads them, because `release` imports nothing of `build`. */
export async function readAppSources(root: string, apps: readonly string[]): Promise<ReadonlyMap<string, Sources>> {
  const { stdout } = await run(
    process.execPath,
    [join(root, 'node_modules/@adcoin/preset/bin/release-ids.ts'), ...apps],
    {
      cwd: root,
    },
  )
  return new Map(Object.entries(JSON.parse(stdout) as Record<string, Sources>))
}

/** The release id of the build in a `dist` folder, or undefined if it holds none. */
export async function readBuiltId(dist: string): Promise<string | undefined> {
  const text = await readFile(join(dist, 'build.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { id } = JSON.parse(text) as { id?: unknown }
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** Builds an app if its build is not of its present sources, or has another version than this. */
export async function buildIfChanged(
  root: string,
  app: string,
  say: (line: string) => void,
  { signal, version }: { signal?: AbortSignal; version?: string | undefined } = {},
): Promise<void> {
  const ownId = (await readAppSources(root, [app])).get(app)?.id
  const wantedId = version === undefined ? ownId : ownId?.replace(/^[^-]*/, version)
  if ((await readBuiltId(join(root, app, 'dist'))) === wantedId) return
  say(`Building ${app} …`)
  await buildApps(root, [app], say, signal, version)
}

function build(root: string, app: string, signal?: AbortSignal, version?: string): Promise<void> {
  return new Promise((done, failed) => {
    const child: ChildProcess = spawn(
      process.execPath,
      [join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'],
      {
        cwd: join(root, app),
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NODE_ENV: 'production', ...(version === undefined ? {} : { ADCOIN_VERSION: version }) },
        ...(signal ? { signal } : {}),
      },
    )
    let output = ''
    child.stdout?.on('data', chunk => (output += String(chunk)))
    child.stderr?.on('data', chunk => (output += String(chunk)))
    child.once('error', failed)
    child.once('exit', code => (code === 0 ? done() : failed(new Refused(createBuildRefusal(app, output)))))
  })
}

function createBuildRefusal(app: string, output: string): ReleaseRefusal {
  return createRefusal(
    'build',
    app,
    `it could not be built:\n${extractErrors(output)}\n`,
    'Correct the sources, then build again.',
  )
}

/** The builder's errors without its warnings, which would bury them. */
function extractErrors(output: string): string {
  const at = output.indexOf('ERROR in')
  return (at < 0 ? output : output.slice(at)).trim()
}
