import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { listApps } from '../src/releases/list-apps.ts'
import { repositoryFolder } from './composed/images.ts'

type Named = { readonly name: string }
type Container = Named & {
  readonly image: string
  readonly command?: readonly string[]
  readonly env?: readonly (Named & { readonly value?: string })[]
  readonly envFrom?: readonly { readonly configMapRef?: Named; readonly secretRef?: Named }[]
  readonly volumeMounts?: readonly (Named & { readonly mountPath: string })[]
  readonly [key: string]: unknown
}
type Example = { readonly metadata: Named; readonly stringData: Readonly<Record<string, string>> }
type Probe = { readonly httpGet?: { readonly path: string } }
type Pod = { readonly containers: readonly Container[]; readonly initContainers?: readonly Container[] }
type Resource = {
  readonly kind: string
  readonly metadata: Named & { readonly annotations?: Readonly<Record<string, string>> }
  readonly spec: { readonly template?: { spec: Pod } }
}

const folder = join(repositoryFolder, 'deploy/kubernetes')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const manifests = ['base', 'trying'].flatMap(part =>
  readdirSync(join(folder, part))
    .filter(file => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .map(file => `${part}/${file}`),
)
const resources = manifests.flatMap(file =>
  parseAllDocuments(read(file), { uniqueKeys: true })
    .map(document => document.toJS() as Resource | null)
    .flatMap(resource => (resource === null ? [] : [resource])),
)
const kinds = {
  Deployment,
  StatefulSet,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  PersistentVolumeClaim,
  Service,
  HorizontalPodAutoscaler,
  Ingress,
}
const pods = resources.flatMap(({ metadata, spec }) =>
  spec.template ? ([[metadata.name, spec.template.spec]] as const) : [],
)
const containers = pods.flatMap(([, { containers: own, initContainers = [] }]) => [...own, ...initContainers])
const namesIn = (text: string) => text.split('\n').flatMap(line => /^([A-Z_]+)=/.exec(line)?.slice(1) ?? [])

type Part = { readonly command?: readonly string[]; readonly environment?: Readonly<Record<string, string>> }
const compose = parse(readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, Part>>
}

describe('the manifests of Kubernetes', () => {
  it.each(resources.map(resource => [`${resource.kind} ${resource.metadata.name}`, resource] as const))(
    '%s fits the published schema',
    (_, resource) => {
      const Kind = kinds[resource.kind as keyof typeof kinds] as new (data: never) => { validate(): void }
      expect(() => new Kind(resource as never).validate()).not.toThrow()
    },
  )

  it.for(['base', 'trying'])('%s is put together by kubectl, and every reference leads somewhere', (part, context) => {
    const { status, stdout, stderr, error } = spawnSync('kubectl', ['kustomize', join(folder, part)], {
      encoding: 'utf8',
    })
    context.skip(error !== undefined, 'there is no kubectl')
    expect([status, stderr]).toEqual([0, ''])
    const built = parseAllDocuments(stdout).map(document => document.toJS() as Resource)
    const there = new Set(built.map(({ metadata }) => metadata.name))
    const requested = [
      ...stdout.matchAll(/(?:secretRef|configMapRef|secretKeyRef|configMap):\n(?: +key: .+\n)? +name: (.+)/g),
    ]
    const own = requested.map(([, name = '']) => name).filter(name => !there.has(name))
    // The rest are secrets that the guide lists.
    expect(own.filter(name => variablesOf(name).length === 0)).toEqual([])
    if (part === 'trying') expect(own).toEqual([])
  })

  // Argo CD begins a wave when all of the wave before is ready. A gateway is ready once something is live.
  it('are applied at a first start in an order in which each part gets ready', context => {
    const { stdout, error } = spawnSync('kubectl', ['kustomize', join(folder, 'base')], { encoding: 'utf8' })
    context.skip(error !== undefined, 'there is no kubectl')
    const waves = parseAllDocuments(stdout).flatMap(document => {
      const { kind, metadata } = document.toJS() as Resource
      const wave = Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0)
      return kind === 'Job' || kind === 'Deployment' ? [[metadata.name.replace(/^publish-.+/, 'publish'), wave]] : []
    })
    expect(Object.fromEntries(waves)).toEqual({
      migrations: -1,
      service: 0,
      operations: 0,
      publish: 1,
      'go-live': 2,
      gateway: 3,
    })
  })

  it('the example of secrets has the keys that the guide lists', () => {
    const examples = parseAllDocuments(read('secrets.example.yaml')).map(document => document.toJS() as Example)
    expect(examples.map(({ metadata }) => metadata.name)).toContain('adcoin-service')
    for (const { metadata, stringData } of examples)
      expect([...Object.keys(stringData), ...(metadata.name === 'adcoin-notices' ? ['NOTICE_URL'] : [])]).toEqual(
        variablesOf(metadata.name),
      )
  })

  it('a wrong value is found', () => {
    const [service] = resources
    expect(() =>
      new Deployment({ ...service, spec: { ...service?.spec, replicas: 'two' } } as never).validate(),
    ).toThrow()
  })

  it('hold every container in, and ask for what it needs', () => {
    for (const [name, pod] of pods)
      expect([name, pod]).toMatchObject([name, { securityContext: { runAsNonRoot: true } }])
    for (const container of containers)
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
      })
    for (const { metadata, spec } of resources.filter(({ kind }) => kind === 'Deployment'))
      for (const container of spec.template?.spec.containers ?? [])
        expect([metadata.name, container]).toMatchObject([metadata.name, { readinessProbe: {} }])
  })

  // A database that is away must not take the site away; an operations page knows no pod's address.
  it('ask probes for what a restart or another pod would mend', () => {
    const probes = containers.flatMap(({ name, readinessProbe, livenessProbe }) =>
      [readinessProbe, livenessProbe].map(probe => [name, (probe as Probe | undefined)?.httpGet?.path]),
    )
    const paths = (name: string) => probes.filter(([each]) => each === name).map(([, path]) => path)
    expect([paths('service'), paths('operations')]).toEqual([
      ['/healthz', '/healthz'],
      ['/healthz', '/healthz'],
    ])
    expect(paths('gateway')).toEqual(['/live.json', '/worker.js'])
  })

  it('publish every app of the repository, each with its own key', () => {
    const jobs = resources.flatMap(({ kind, metadata }) => (kind === 'Job' ? [metadata.name] : []))
    const publishers = listApps(repositoryFolder).map(app => `publish-${app.replace('remote-', '')}`)
    expect(jobs.toSorted()).toEqual(['go-live', 'migrations', ...publishers].toSorted())
    for (const name of publishers)
      expect(JSON.stringify(pods.find(([each]) => each === name)?.[1])).toContain(
        `adcoin-key-${name.replace('publish-', '')}"`,
      )
  })

  /** What `composed.test.ts` runs as processes: the same commands, and no variable that they would miss. */
  it.each(['service', 'gateway', 'operations', 'migrations', 'publisher'])(
    '%s runs what docker-compose.yml runs, with all its variables',
    name => {
      const part = compose.services[name]
      const container = containers.find(each => each.name === name)
      if (part?.command) expect(container?.command).toEqual(part.command)
      const given = new Set([
        ...(container?.env ?? []).map(each => each.name),
        ...(container?.envFrom ?? []).flatMap(({ configMapRef, secretRef }) =>
          configMapRef ? namesIn(read('base/settings.env')) : variablesOf(secretRef?.name ?? ''),
        ),
      ])
      expect(Object.keys(part?.environment ?? {}).filter(each => !given.has(each) && each !== 'SERVICE_PATHS')).toEqual(
        [],
      )
    },
  )
})

/** The keys of a secret, read from its row in the guide. */
function variablesOf(secret: string): readonly string[] {
  const guide = readFileSync(join(repositoryFolder, 'docs/kubernetes.md'), 'utf8')
  const row = guide.split('\n').find(line => line.startsWith(`| \`${secret}\``)) ?? ''
  return row.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []
}
