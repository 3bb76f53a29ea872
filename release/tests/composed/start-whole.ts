import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listApps } from '../../src/releases/list-apps.ts'
import { readComposeFile, type ComposePart } from './compose-file.ts'
import {
  buildImage,
  copyImageSources,
  makeFolder,
  createPathEnv,
  listPostgresFolders,
  repositoryFolder,
} from './images.ts'
import { locateParts } from './locate-parts.ts'
import {
  beginProcess,
  canEnclose,
  containerUser,
  enclose,
  keepRunning,
  waitForEnd,
  type ContainerCommand,
  type KeptProcess,
} from './process.ts'

type Options = {
  folder: string
  env: Readonly<Record<string, string>>
  /** Parts that this machine has no program for. */
  without: readonly string[]
}

/**
 * What each container of docker-compose.yml does, as processes of this machine: images are built from a copy of what
 * git knows, parts start in the order of `depends_on`, are checked by `healthcheck` and restarted by
 * `restart`. Where this machine allows it, our images' parts have their user, a read-only root and no capabilities too.
 * What only a container has (limits, networks) is not here.
 *
 * Long because a part is built, started and looked at with the same few things at hand.
 */
export async function startWhole({ folder, env, without }: Options) {
  chmodSync(folder, 0o755)
  const parts = readComposeFile(env, without)
  const copy = makeFolder(folder, 'image')
  copyImageSources(copy)
  const places = await locateParts(parts, folder)
  const running = new Map<string, KeptProcess>()
  const happened: string[] = []
  const isEnclosed = canEnclose()
  const logOf = (name: string) => join(makeFolder(folder, 'log'), name)

  function buildCommand(name: string, part: ComposePart): ContainerCommand {
    const image = part.image === undefined ? buildImage(part, copy) : undefined
    const temporary = makeFolder(folder, 'parts', name, 'tmp')
    const own = places.onLoopback(name, { ...image?.env, ...part.environment })
    const command = {
      env: { ...createPathEnv(), ...own, ...part.build?.args, TMPDIR: temporary, HOME: temporary },
      cwd: image ? copy : folder,
      log: logOf(name),
    }
    const words = (part.command ?? image?.command ?? []).map(word => places.mapped(name, word))
    if (part.image?.startsWith('postgres:')) return { ...command, ...prepareDatabase(name, part) }
    if (!image) throw new Error(`${name}: no program of this machine stands for ${part.image}`)
    if (!isEnclosed || image.user !== 'node') return { ...command, words }
    const writable = places.listWritable(name)
    execFileSync('chown', ['-R', `${containerUser}:${containerUser}`, ...writable])
    return { ...command, words, walls: { folder, writable } }
  }

  /** What PostgreSQL's image does before it starts the server; it does not run as root. */
  function prepareDatabase(name: string, { environment }: ComposePart): Pick<ContainerCommand, 'words' | 'user'> {
    const { POSTGRES_USER: superuser = 'postgres', POSTGRES_PASSWORD: password = '' } = environment
    if (password === '') throw new Error(`${name}: PostgreSQL refuses an empty POSTGRES_PASSWORD`)
    const data = places.volume('database')
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
    const user = userInfo().uid === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
    const secret = join(folder, 'parts', name, 'password')
    writeFileSync(secret, password)
    if (user) execFileSync('chown', ['-R', 'postgres', data, secret])
    const [bin = ''] = listPostgresFolders()
    const how = { ...user, cwd: data, stdio: ['pipe', 'ignore', 'ignore'] as ('pipe' | 'ignore')[] }
    const access = ['--auth-local=trust', '--auth-host=scram-sha-256']
    execFileSync(join(bin, 'initdb'), ['-D', data, '-U', superuser, `--pwfile=${secret}`, ...access], how)
    const control = (word: string) =>
      execFileSync(join(bin, 'pg_ctl'), [word, '-D', data, '-w', '-o', `-c listen_addresses= -k ${data}`], how)
    control('start')
    execFileSync('sh', ['-s'], {
      ...how,
      env: { ...process.env, PGHOST: data, PGUSER: superuser, POSTGRES_PASSWORD: password },
      input: readFileSync(join(repositoryFolder, 'deploy/postgres/first-start.sh')),
    })
    control('stop')
    const port = `${places.portOf(name, '5432')}`
    const words = ['postgres', '-D', data, '-h', '127.0.0.1', '-p', port, '-c', 'unix_socket_directories=']
    return { words, user }
  }

  async function waitUntilHealthy(
    name: string,
    { healthcheck }: ComposePart,
    { env: its, cwd, walls }: ContainerCommand,
  ): Promise<void> {
    const [kind, ...words] = healthcheck?.test ?? []
    const mapped = words.map(word => places.mapped(name, word))
    const own = name === 'postgres' ? { PGHOST: '127.0.0.1', PGPORT: `${places.portOf(name, '5432')}` } : {}
    const command = kind === 'CMD-SHELL' ? ['sh', '-c', mapped.join(' ')] : mapped
    // Containers are looked at in their interval; a process may be looked at sooner.
    for (let left = 600; left > 0; left -= 1) {
      const env = { ...its, ...own }
      const look = beginProcess({ words: command, env, cwd, walls, log: logOf(`${name}-health`) })
      if ((await waitForEnd(look)) === 0) return
      await pause(100)
    }
    throw new Error(`${name} is not healthy:\n${logText(name)}`)
  }

  async function runToEnd(name: string, command: ContainerCommand): Promise<void> {
    const code = await waitForEnd(beginProcess(command))
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${logText(name)}`)
  }

  const logText = (name: string) => readFileSync(logOf(name), 'utf8').slice(-3_000)
  const started = new Map<string, Promise<void>>()
  // As `up --build`: images first.
  const commands = new Map(Object.entries(parts).map(([name, part]) => [name, buildCommand(name, part)]))
  function startPart(name: string): Promise<void> {
    const known = started.get(name)
    if (known) return known
    const part = parts[name]
    const command = commands.get(name)
    if (!part || !command) throw new Error(`there is no ${name}`)
    const work = (async () => {
      await Promise.all(Object.keys(part.depends_on).map(startPart))
      happened.push(`${name} starts`)
      if (part.restart !== 'unless-stopped') await runToEnd(name, command)
      else {
        running.set(name, keepRunning(command))
        await waitUntilHealthy(name, part, command)
      }
      happened.push(part.restart === 'unless-stopped' ? `${name} is healthy` : `${name} is done`)
    })()
    started.set(name, work)
    return work
  }
  const stop = async () => {
    const isLast = (name: string) => name === 'postgres' || name === 'object-store'
    const [last, first] = [
      [...running].filter(([name]) => isLast(name)),
      [...running].filter(([name]) => !isLast(name)),
    ]
    await Promise.all(first.map(([, kept]) => kept.stop('SIGTERM')))
    await Promise.all(last.map(([, kept]) => kept.stop('SIGINT')))
  }
  try {
    await Promise.all(Object.keys(parts).map(startPart))
    // Operators make live what teams published.
    const operators = commands.get('operations')
    for (const app of listApps(repositoryFolder)) {
      const words = ['node', 'release/src/cli/main.ts', 'promote', app, '--if-new', '--why', 'first']
      if (operators) await runToEnd('operations', { ...operators, words })
    }
  } catch (error) {
    await stop()
    throw error
  }
  const at = (name: string, port: string) => `http://127.0.0.1:${places.portOf(name, port)}`
  return {
    parts,
    folder,
    happened,
    isEnclosed,
    url: at('gateway', '8080'),
    services: [at('service', '8081'), at('service-two', '8081')],
    operations: at('operations', '8081'),
    databaseUrl: String(commands.get('service')?.env['DATABASE_URL']),
    /** The environment of a part, as its program has it. */
    envOf: (name: string): NodeJS.ProcessEnv => ({ ...commands.get(name)?.env }),
    /** Ends a part as no part can prevent; answers when it is healthy again, after how many milliseconds. */
    async kill(name: string): Promise<number> {
      const began = performance.now()
      running.get(name)?.kill()
      // What listened is gone before anybody asks whether it listens.
      await pause(50)
      await waitUntilHealthy(name, parts[name] as ComposePart, commands.get(name) as ContainerCommand)
      return Math.round(performance.now() - began)
    },
    /** As `docker compose exec <part> …`, or `run` with other variables. */
    exec(name: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
      const { env: its, walls } = commands.get(name) ?? {}
      const [program = '', ...rest] = enclose(words, walls)
      return spawnSync(program, rest, { env: { ...its, ...more }, cwd: copy, encoding: 'utf8' })
    },
    stop,
  }
}

/** Whether this machine has the programs that stand for the images of others. */
export const canRunWhole = ['curl', 'pg_isready', 'initdb', 'git'].every(program => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], {
      env: createPathEnv(),
      cwd: repositoryFolder,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
})
