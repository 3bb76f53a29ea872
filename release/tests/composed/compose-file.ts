import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { listApps } from '../../src/releases/list-apps.ts'
import { repositoryFolder } from './images.ts'

const Words = v.array(v.string())
const condition = v.picklist(['service_completed_successfully', 'service_healthy'])
/** The walls of a container: compose-file.test.ts looks at all, the first three are run where a machine allows it. */
const contained = {
  read_only: v.literal(true),
  cap_drop: Words,
  security_opt: Words,
  mem_limit: v.string(),
  shm_size: v.optional(v.string()),
  pids_limit: v.number(),
  user: v.optional(v.string()),
  networks: v.optional(Words),
  network_mode: v.optional(v.literal('none')),
  stop_grace_period: v.optional(v.string()),
}

/** One folder of a volume: a key. */
const FolderOfVolume = v.strictObject({
  type: v.literal('volume'),
  source: v.string(),
  target: v.string(),
  read_only: v.literal(true),
  volume: v.strictObject({ subpath: v.string() }),
})

/** A part of docker-compose.yml. Strict: a key that is not run here is an error, so that the file cannot drift away. */
const ComposePart = v.strictObject({
  ...contained,
  tmpfs: Words,
  image: v.optional(v.string()),
  build: v.optional(
    v.strictObject({
      context: v.literal('.'),
      dockerfile: v.literal('release/docker/Dockerfile'),
      target: v.string(),
      args: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
  command: v.optional(Words),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  ports: v.optional(Words, []),
  volumes: v.optional(v.array(v.union([v.string(), FolderOfVolume])), []),
  depends_on: v.optional(v.record(v.string(), v.strictObject({ condition })), {}),
  healthcheck: v.optional(
    v.strictObject({ test: Words, interval: v.string(), timeout: v.string(), retries: v.number() }),
  ),
  restart: v.optional(v.literal('unless-stopped')),
  profiles: v.optional(Words, []),
})
const ComposeFile = v.object({
  services: v.record(v.string(), ComposePart),
  volumes: v.record(v.string(), v.null()),
  networks: v.record(v.string(), v.unknown()),
})

export type ComposePart = v.InferOutput<typeof ComposePart>

/**
 * docker-compose.yml, and what `.env` would say put in.
 *
 * @param without  parts that this machine has no program for; no part waits for these
 */
export function readComposeFile(env: Readonly<Record<string, string>>, without: readonly string[] = []) {
  const file: unknown = parse(readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8'), { merge: true })
  const whole = v.parse(ComposeFile, fillVariables(file, env))
  // As `APP=… docker compose run publisher` does it for each app.
  delete whole.services['publisher']
  for (const app of listApps(repositoryFolder)) {
    const { publisher } = v.parse(ComposeFile, fillVariables(file, { ...env, APP: app })).services
    if (publisher) whole.services[`publish-${app.replace(/^remote-/, '')}`] = publisher
  }
  // As `--scale service=2` does it; both have the name `service` there.
  const { service, gateway } = whole.services
  if (!service || !gateway) throw new Error('docker-compose.yml has no service, or no gateway')
  whole.services['service-two'] = service
  gateway.environment['SERVICE'] = 'service:8081,service-two:8081'
  for (const [name, { depends_on, volumes }] of Object.entries(whole.services)) {
    for (const other of Object.keys(depends_on))
      if (!whole.services[other]) throw new Error(`${name} waits for ${other}, which is not there`)
    for (const [from] of listMounts(volumes))
      if (!(from in whole.volumes)) throw new Error(`${name} has a volume that is not named`)
  }
  for (const left of without) {
    delete whole.services[left]
    for (const { depends_on } of Object.values(whole.services)) delete depends_on[left]
  }
  return whole.services
}

type Volumes = ComposePart['volumes']

type Mount = readonly [from: string, folder: string, at: string, access: 'read' | 'write']

/** Volumes with the folder in each, where they are mounted, and whether the part may write there. */
export function listMounts(volumes: Volumes): readonly Mount[] {
  return volumes.flatMap((each): readonly Mount[] => {
    if (typeof each !== 'string') return [[each.source, each.volume.subpath, each.target, 'read']]
    const [from = '', at = '', flag] = each.split(':')
    return from.startsWith('.') ? [] : [[from, '', at, flag === 'ro' ? 'read' : 'write']]
  })
}

/** `${NAME:-what stands otherwise}`, `${NAME-what stands where it is not set}` and `$$`, as Compose reads them. */
function fillVariables(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\$|\$\{(\w+)(:?)-([^}]*)\}/g, (all, name?: string, orEmpty?: string, otherwise?: string) =>
      name === undefined ? all.slice(1) : ((orEmpty ? env[name] || undefined : env[name]) ?? String(otherwise)),
    )
  if (Array.isArray(value)) return value.map(each => fillVariables(each, env))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillVariables(each, env)]))
}
