import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildJson, apiCodes, type Release, type RemoteManifest } from '@adcoin/contract'
import { apply, type Applied } from '../src/operations/apply.ts'
import { readLiveState, type LiveState } from '../src/operations/live-state.ts'
import { planOperation, type Operation } from '../src/operations/operations.ts'
import { planActivation } from '../src/operations/promote.ts'
import type { ReleaseContext } from '../src/operations/release-context.ts'
import { createMemoryCounter } from '../src/store/counter.ts'
import { addRelease } from '../src/releases/add-release.ts'
import type { BuiltApp } from '../src/releases/built-app.ts'
import { pack } from '../src/operations/publish.ts'
import { ensureKeys } from '../src/signing/key-ring.ts'
import { createMemoryStore } from './memory-store.ts'
import type { Store } from '../src/store/store.ts'

type WantedBuildFixture = {
  readonly version?: string
  readonly manifest?: Partial<RemoteManifest>
  readonly build?: Partial<BuildJson>
  readonly files?: Readonly<Record<string, string>>
  readonly chunks?: number
}

/**
 * A small, complete build of an app: entry, style, six languages (data whose hashes the entry contains; scripts in the
 * shell), `chunks` lazy pages (1).
 */
export function createFixtureBuild(
  app: string,
  { version = '1.0.0', manifest = {}, build = {}, files = {}, chunks = 1 }: WantedBuildFixture = {},
): BuiltApp {
  const short = app.replace(/^remote-/, '')
  const hash = createHash('sha256')
    .update(app + version)
    .digest('hex')
    .slice(0, 12)
  const isShell = app === 'shell'
  const locales = Object.fromEntries(apiCodes.map(code => [code, `locale.${code}.${isShell ? 'js' : 'json'}`]))
  const pages = Array.from({ length: chunks }, (_, index) => `page-${index}.js`)
  const content: Record<string, string> = {
    'entry.js': `export const app = "${app} ${version}"`,
    'styles.css': isShell ? ':root{--a:1px}' : `.${short}-0a1b2c3{margin:0}`,
    ...Object.fromEntries(
      Object.entries(locales).map(([code, file]) => [
        file,
        isShell ? `export default "${app} ${version} ${code}"` : JSON.stringify({ title: `${app} ${version} ${code}` }),
      ]),
    ),
    ...Object.fromEntries(pages.map(page => [page, `export const Page = () => "${app} ${version} ${page}"`])),
    ...files,
  }
  if (!isShell)
    content['entry.js'] += `;${JSON.stringify(Object.values(locales).map(file => hashText(content[file] ?? '')))}`
  const whole: RemoteManifest = {
    name: app as `remote-${string}`,
    routes: [{ path: `/${short}`, title: 'titles.one' }],
    tabs: [],
    events: { out: [], in: [] },
    ...manifest,
  }
  const description: BuildJson = {
    schema: 1,
    app: app as 'shell',
    id: `${version}-${hash}`,
    version,
    ownSources: hash,
    entry: 'entry.js',
    styles: ['styles.css'],
    locales: locales as BuildJson['locales'],
    fragments: {},
    tabs: [],
    preload: isShell ? {} : { [`/${short}`]: pages },
    groups: {},
    storage: [],
    sources: { rules: '0a1b2c3d', sameAsEnglish: {} },
    platform: '1.0.0',
    ...(isShell ? {} : { manifest: whole, container: `${short}_${version}_${hash}`.replace(/[^a-z0-9]+/g, '_') }),
    ...build,
  }
  return {
    app,
    build: description,
    entries: Object.entries(content).map(([path, text]) => ({ path, kind: 'file', bytes: Buffer.from(text) })),
  }
}

function hashText(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** A site in memory (or on the given store) with keys of its own and a clock that moves a second per look. */
export async function createFixtureContext(
  store: Store = createMemoryStore(),
  apps: readonly string[] = ['shell', 'remote-team', 'remote-wallet'],
): Promise<ReleaseContext> {
  const folder = await mkdtemp(join(tmpdir(), 'adcoin-keys-'))
  let seconds = 0
  const now = () => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds++)
  return {
    store,
    ring: await ensureKeys(folder, ['ops', ...(apps as 'shell'[])], now()),
    counter: createMemoryCounter(),
    now,
    by: 'ana',
  }
}

/** Puts a build into the store, not live, as `publish <app> --stage` does. */
export async function stage(context: ReleaseContext, built: BuiltApp): Promise<Release> {
  return addRelease(context, pack(context, built))
}

/** Publishes a fixture and makes it live, as `publish <app>` does. @returns the release's id */
export async function publishFixture(
  context: ReleaseContext,
  app: string,
  wanted: WantedBuildFixture = {},
): Promise<string> {
  const release = await stage(context, createFixtureBuild(app, wanted))
  const state = await readLiveState(context)
  const reason = { action: 'publish' as const, why: `fixture ${release.version}` }
  await apply(context, planActivation(context, state, [release], reason), state)
  return release.id
}

/** An operation, by default on remote-team. */
export type WantedOperation = Operation extends infer Each
  ? Each extends Operation
    ? Omit<Each, 'app' | 'why'> & { readonly app?: string; readonly why?: string }
    : never
  : never

/** The plan of an operation on what is live, or on this state. */
export async function planWanted(context: ReleaseContext, wanted: WantedOperation, known?: LiveState) {
  return planOperation(context, known ?? (await readLiveState(context)), toOperation(wanted))
}

const toOperation = (wanted: WantedOperation): Operation => ({ app: 'remote-team', why: 'test', ...wanted })

/** Does several operations as one generation. */
export async function applyTogether(context: ReleaseContext, ...wanted: readonly WantedOperation[]): Promise<Applied> {
  const state = await readLiveState(context)
  const [first, ...others] = wanted.map(toOperation)
  if (!first) throw new Error('name an operation')
  return apply(context, await planOperation(context, state, first, ...others), state)
}

/** Does an operation as the command would. */
export async function applyWanted(
  context: ReleaseContext,
  wanted: WantedOperation,
  known?: LiveState,
): Promise<Applied> {
  const state = known ?? (await readLiveState(context))
  return apply(context, await planWanted(context, wanted, state), state)
}

/** A folder of its own under the system's temporary one. */
export function makeFreshFolder(name = 'adcoin-release-'): Promise<string> {
  return mkdtemp(join(tmpdir(), name))
}

/** Text that does not compress, for sizes that mean something. */
export function createNoise(bytes: number): string {
  return randomBytes(Math.ceil(bytes * 0.75))
    .toString('base64')
    .slice(0, bytes)
}
