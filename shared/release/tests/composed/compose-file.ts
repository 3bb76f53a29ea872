import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { root } from './images.ts'

const Words = v.array(v.string())
const condition = v.picklist(['service_completed_successfully', 'service_healthy'])
/** What a container gets that a process cannot be given here; what it asks for is looked at by compose-file.test.ts. */
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

/** A part of docker-compose.yml. Strict: a key that is not run here is an error, so that the file cannot drift away. */
const ComposePart = v.strictObject({
  ...contained,
  tmpfs: Words,
  image: v.optional(v.string()),
  build: v.optional(
    v.strictObject({
      context: v.literal('.'),
      dockerfile: v.literal('shared/release/docker/Dockerfile'),
      target: v.string(),
      args: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
  command: v.optional(Words),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  ports: v.optional(Words, []),
  volumes: v.optional(Words, []),
  depends_on: v.optional(v.record(v.string(), v.strictObject({ condition })), {}),
  healthcheck: v.optional(
    v.strictObject({ test: Words, interval: v.string(), timeout: v.string(), retries: v.number() }),
  ),
  restart: v.optional(v.picklist(['unless-stopped', 'on-failure:5'])),
})
const ComposeFile = v.object({
  services: v.record(v.string(), ComposePart),
  volumes: v.record(v.string(), v.null()),
  networks: v.record(v.string(), v.unknown()),
})

export type ComposePart = v.InferOutput<typeof ComposePart>
type Raw = Record<string, Record<string, unknown> & { environment?: Record<string, string> }>

/**
 * docker-compose.yml, with docker-compose.development.yml over it where asked for, and what `.env` would say put in.
 *
 * @param without  parts that this machine has no program for; who waits for them does not
 */
export function readComposeFile(
  isDevelopment: boolean,
  env: Readonly<Record<string, string>>,
  without: readonly string[] = [],
) {
  const read = (name: string) =>
    parse(readFileSync(join(root, name), 'utf8'), { merge: true }) as { services: Raw; [key: string]: unknown }
  const file = read('docker-compose.yml')
  const over = isDevelopment ? read('docker-compose.development.yml').services : {}
  for (const [name, part] of Object.entries(over)) {
    const below = file.services[name]
    if (!below) throw new Error(`docker-compose.development.yml speaks of ${name}, which docker-compose.yml has not`)
    file.services[name] = { ...below, ...part, environment: { ...below.environment, ...part.environment } }
  }
  const whole = v.parse(ComposeFile, filled(file, env))
  for (const [name, { depends_on, volumes }] of Object.entries(whole.services)) {
    for (const other of Object.keys(depends_on))
      if (!whole.services[other]) throw new Error(`${name} waits for ${other}, which is not there`)
    for (const mount of volumes.filter(each => !each.startsWith('./')))
      if (!(String(mount.split(':')[0]) in whole.volumes)) throw new Error(`${name} has a volume that is not named`)
  }
  for (const left of without) {
    delete whole.services[left]
    for (const { depends_on } of Object.values(whole.services)) delete depends_on[left]
  }
  return whole.services
}

/** `${NAME:-what stands otherwise}`, `${NAME-what stands where it is not set}` and `$$`, as Compose reads them. */
function filled(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\$|\$\{(\w+)(:?)-([^}]*)\}/g, (all, name?: string, orEmpty?: string, otherwise?: string) =>
      name === undefined ? all.slice(1) : ((orEmpty ? env[name] || undefined : env[name]) ?? String(otherwise)),
    )
  if (Array.isArray(value)) return value.map(each => filled(each, env))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, env)]))
}
