import { symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { makeFolder } from './images.ts'
import { listMounts, type ComposePart } from './compose-file.ts'

type Parts = Readonly<Record<string, ComposePart>>

/**
 * Addresses and paths of containers as those of processes on one machine: each port is a free one on loopback, each
 * part has a folder of its own for what it mounts, and volumes are folders beside.
 */
export async function locateParts(parts: Parts, folder: string) {
  const ports = new Map<string, number>()
  for (const [name, part] of Object.entries(parts))
    for (const port of listPorts(name, part))
      ports.set(`${name}:${port}`, port === monitorPort ? chooseLowPort() : await findFreePort())
  const portOf = (name: string, port: string) => {
    const found = ports.get(`${name}:${port}`)
    if (found === undefined) throw new Error(`no part listens at ${name}:${port}`)
    return found
  }
  const findPublisher = (port: string) =>
    Object.keys(parts).find(name => parts[name]?.ports.some(each => each.endsWith(`:${port}`))) ?? ''
  const volumes = (name: string) => listMounts(parts[name]?.volumes ?? [])
  const volume = (name: string) => makeFolder(folder, name === 'public-keys' ? 'keys' : name)
  const known = new Map<string, Set<string>>()
  for (const name of Object.keys(parts)) {
    for (const [from, inside, at] of volumes(name)) {
      known.set(at, (known.get(at) ?? new Set()).add(join(from, inside)))
      const link = join(folder, 'parts', name, at)
      makeFolder(dirname(link))
      symlinkSync(makeFolder(volume(from), inside), link)
    }
    for (const at of parts[name]?.tmpfs ?? []) makeFolder(folder, 'parts', name, at.split(':')[0] ?? '')
  }

  /** A path that a part only speaks of is that of the part that has it there. */
  function resolvePath(name: string, path: string): string {
    const isOwn = volumes(name).some(
      ([, , at]) => path === at || path.startsWith(`${at}/`) || at.startsWith(`${path}/`),
    )
    const others = known.get(path)
    return !isOwn && others?.size === 1 ? volume([...others][0] ?? '') : join(folder, 'parts', name, path)
  }

  return {
    portOf,
    volume,
    /** Folders that a part may change: its volumes without `ro`, and what is its own for a run. */
    listWritable: (name: string): readonly string[] => [
      ...volumes(name).flatMap(([from, inside, , access]) => (access === 'write' ? [join(volume(from), inside)] : [])),
      ...(parts[name]?.tmpfs ?? []).map(at => join(folder, 'parts', name, at.split(':')[0] ?? '')),
    ],
    /** A word of a command, or a value of the environment, as the process needs it. */
    mapped(name: string, text: string): string {
      const hosts = Object.keys(parts).toSorted((a, b) => b.length - a.length)
      return text
        .replace(/(?<![\w.])\/(?:data|var\/lib\/postgresql|tmp)(?:\/[\w-]+)*/g, path => resolvePath(name, path))
        .replace(
          /http:\/\/localhost:(\d+)/g,
          (_all, port: string) => `http://127.0.0.1:${portOf(findPublisher(port), port)}`,
        )
        .replace(
          new RegExp(`(?<![\\w.-])(${hosts.join('|')}):(\\d+)`, 'g'),
          (_all, host: string, port: string) => `127.0.0.1:${portOf(host, port)}`,
        )
        .replace(/(?:127\.0\.0\.1|0\.0\.0\.0):(808\d|7480)\b/g, (all, port: string) =>
          ports.has(`${name}:${port}`) ? `127.0.0.1:${portOf(name, port)}` : all,
        )
        .replace(new RegExp(`^${monitorPort}$`), port => String(ports.get(`${name}:${port}`) ?? port))
    },
    /** Variables whose meaning is the network that containers share. */
    onLoopback(name: string, env: Readonly<Record<string, string>>): Record<string, string> {
      const own: Record<string, string> = {}
      for (const [variable, value] of Object.entries(env)) {
        if (/^(OPERATIONS_)?PORT$/.test(variable)) own[variable] = String(ports.get(`${name}:${value}`) ?? value)
        else if (/^(OPERATIONS_)?HOST$/.test(variable)) own[variable] = '127.0.0.1'
        else own[variable] = variable === 'TRUST_PROXY' ? 'loopback' : this.mapped(name, value)
      }
      return own
    },
  }
}

/**
 * The ports at which a part listens inside its container: by the Dockerfile, by `ports`, by what PostgreSQL's image and
 * the object store's script do.
 */
function listPorts(name: string, { build, image, ports }: ComposePart): readonly string[] {
  if (image?.startsWith('postgres:')) return ['5432']
  if (build?.target === 'service') return ['8081']
  if (build?.target === 'object-store') return ['7480', monitorPort]
  return ports.map(each => each.split(':').at(-1) ?? name)
}

/** Of the object store's own parts, among themselves; they use the next fifty too. */
const monitorPort = '6789'

/** Below the ports that systems give away by themselves. */
function chooseLowPort(): number {
  return 20_000 + 100 * Math.floor(Math.random() * 100)
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return port
}
