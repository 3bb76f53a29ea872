import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { buildReleaseFolder, type Live, type LiveApp } from '@adcoin/contract'
import { runNpmScript } from './run-npm-script.ts'
import { findFreePort, rootFolder } from './product.ts'

export type Edit = (path: string, text: string) => string
export type TestSite = Awaited<ReturnType<typeof startSite>>

/**
 * A site of its own on a copy of the running product's store and keys: the real gateway in a process of its own, in
 * front of the same service, or of another. What is published, broken or taken away here touches neither the product of
 * the other specs nor the working tree.
 */
export async function startSite(product: { url: string; dataDir: string }, service = new URL(product.url).host) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adcoin-site-'))
  for (const folder of ['store', 'keys'])
    cpSync(realpathSync(join(product.dataDir, folder)), join(dataDir, folder), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    })
  const port = await findFreePort()
  let gateway = await startGateway(dataDir, port, service)
  const url = `http://localhost:${port}`
  const releasesOf = (app: string) => join(dataDir, 'store/releases', app)

  return {
    url,
    dataDir,
    ...openTestStore(url, dataDir),
    remove(app: string, id: string, file: string): void {
      for (const suffix of ['', '.br', '.gz']) rmSync(join(releasesOf(app), id, file + suffix), { force: true })
    },
    /** Every file of the store with its time and hash: what a command changed is the difference of two of these. */
    files: () =>
      new Map(
        listFilesBelow(join(dataDir, 'store')).map(file => [
          relative(join(dataDir, 'store'), file),
          // The pointer is a link.
          lstatSync(file).isSymbolicLink()
            ? readlinkSync(file)
            : `${statSync(file).mtimeMs} ${hashOf(readFileSync(file))}`,
        ]),
      ),
    /** The process of the gateway. */
    pid: () => gateway.pid ?? 0,
    /** The gateway ends, and another one starts at the same address. */
    async restart(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      await endGateway(gateway, signal)
      gateway = await startGateway(dataDir, port, service)
    },
    async stop() {
      await endGateway(gateway, 'SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The store of a data folder, as its gateway serves it, and the release command for it. */
export function openTestStore(url: string, dataDir: string) {
  const fetchLive = async () => (await (await fetch(`${url}/live.json`)).json()) as Live
  const liveApp = async (app: string): Promise<LiveApp> => {
    const found = (await fetchLive()).apps[app]
    if (!found) throw new Error(`${app} is not live`)
    return found
  }
  return {
    live: fetchLive,
    /** The releases of an app, as the site serves them: which is live, and what is mounted where that one fails. */
    liveApp,
    async active(app: string): Promise<{ id: string; path: string; container: string; entry: string }> {
      const { active: id, versions } = await liveApp(app)
      const { container = '', entry = '' } = versions[id] ?? {}
      return { id, path: buildReleaseFolder(app, id), container, entry }
    },
    /** Every remote that is live. */
    remotes: async (): Promise<readonly string[]> =>
      Object.keys((await fetchLive()).apps).filter(app => app !== 'shell'),
    release: (...words: string[]) => runNpmScript('release', words, dataDir),
    /**
     * Publishes the live release of an app with its scripts edited, as a team would publish its next build: through the
     * command and its gate. Without the smoke test, which would refuse a release that is broken on purpose,
     * unless `words` is empty.
     */
    async publish(app: string, edit: Edit, words: readonly string[] = ['--skip-smoke-test']): Promise<string> {
      const from = (await liveApp(app)).active
      const build = createNextBuild(join(dataDir, 'store/releases', app, from), edit)
      await runNpmScript('release', ['publish', app, '--dist', build.folder, '--why', 'e2e', ...words], dataDir)
      rmSync(build.folder, { recursive: true })
      return build.id
    },
  }
}

async function startGateway(dataDir: string, port: number, service: string): Promise<ChildProcess> {
  const gateway = spawn(process.execPath, ['release/src/start/gateway-main.ts'], {
    cwd: rootFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SERVICE: service,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  })
  await new Promise<void>((done, failed) => {
    gateway.stdout.once('data', () => done())
    gateway.once('exit', code => failed(new Error(`the gateway ended with ${code}`)))
  })
  return gateway
}

function endGateway(gateway: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return Promise.resolve()
  const over = new Promise(done => gateway.once('exit', done))
  gateway.kill(signal)
  return over
}

/** A `dist` folder made from a release: other text, so another id and another container name. */
function createNextBuild(from: string, edit: Edit): { folder: string; id: string } {
  const {
    created: _created,
    untried: _untried,
    unchecked: _unchecked,
    provenance: _provenance,
    files: _files,
    ...build
  } = JSON.parse(readFileSync(join(from, 'release.json'), 'utf8')) as Record<string, unknown> & {
    id: string
    container?: string
    entry: string
  }
  const oldHash = basename(from).split('-')[1] ?? ''
  const hash = hashOf(Buffer.from(from + edit.toString() + Date.now())).slice(0, oldHash.length)
  const { container } = build
  const renameContainer = (text: string) =>
    container === undefined ? text : text.replaceAll(container, container.replace(oldHash, hash))
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-dist-'))
  for (const file of listFilesBelow(from)) {
    const path = relative(from, file)
    if (/\.(br|gz|sig)$/.test(path) || path === 'release.json') continue
    const target = join(folder, 'release', path)
    mkdirSync(join(target, '..'), { recursive: true })
    writeFileSync(
      target,
      /\.(js|css|json)$/.test(path) ? edit(path, renameContainer(readFileSync(file, 'utf8'))) : readFileSync(file),
    )
  }
  updateEntryHashes(from, join(folder, 'release'), build.entry)
  const id = build.id.replace(oldHash, hash)
  writeFileSync(join(folder, 'build.json'), edit('build.json', renameContainer(JSON.stringify({ ...build, id }))))
  return { folder, id }
}

/** As a build does: the entry contains the hash of each language file. */
function updateEntryHashes(from: string, to: string, entry: string): void {
  const hashFile = (file: string) => createHash('sha256').update(readFileSync(file)).digest('base64')
  const languages = readdirSync(to).filter(name => /^locale\..*\.json$/.test(name))
  const text = languages.reduce(
    (code, name) => code.replaceAll(hashFile(join(from, name)), hashFile(join(to, name))),
    readFileSync(join(to, entry), 'utf8'),
  )
  writeFileSync(join(to, entry), text)
}

export function listFilesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() || entry.isSymbolicLink())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
