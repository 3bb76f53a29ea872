import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { listApps } from '../src/releases/list-apps.ts'
import { repositoryFolder as root } from './composed/images.ts'
import { makeFreshFolder } from './fixture-apps.ts'
import { readGuideBlocks, runGuide, writeBuild } from './guide-commands.ts'

const has = (program: string) => spawnSync(program, ['--help']).error === undefined
const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n')

/** A folder that looks like a fresh clone, without data of its own. */
async function makeClone(): Promise<string> {
  const work = await makeFreshFolder('adcoin-page-')
  for (const name of readdirSync(root).filter(each => !['.data', 'builds'].includes(each)))
    await symlink(join(root, name), join(work, name))
  return work
}

/** Kubernetes without a cluster: kubectl makes what it would send, and keeps it. Images are named, not built. */
const cluster = `
docker() { echo "$@" >> docker.log; }
kubectl() {
  case "$*" in
    *kustomize*) command kubectl "$@" ;;
    *create*) command kubectl "$@" --dry-run=client -o yaml >> applied.yaml; echo --- >> applied.yaml ;;
    *'apply -f -') cat >> applied.yaml; echo --- >> applied.yaml ;;
    *'apply -k '*) command kubectl kustomize "\${@: -1}" >> applied.yaml; echo --- >> applied.yaml ;;
  esac
}
`

// Skipped, and counted as such, where kubectl is not installed.
it.skipIf(!has('kubectl'))(
  'the commands of kubernetes.md fit each other, up to what they send to a cluster',
  async () => {
    const work = await makeClone()
    const monitoring = 'kubectl apply -k deploy/kubernetes/monitoring\n'
    const blocks = await readGuideBlocks(undefined, 'kubernetes')
    await runGuide(work, cluster + blocks.join('') + monitoring, { DATA_DIR: join(work, '.data'), RELEASE_STORE: '' })
    const images = readFileSync(join(root, 'release/docker/Dockerfile'), 'utf8')
    const asked = lines(join(work, 'docker.log'))
    for (const [, target] of asked.join('\n').matchAll(/--target (\S+)/g))
      expect(images).toMatch(new RegExp(`^FROM .+ AS ${target}$`, 'm'))
    const pushed = asked.flatMap(line => (line.startsWith('push ') ? [line.slice(5)] : []))
    expect(pushed.map(image => image.replace(/^registry\.example\/adcoin\/(.+):[0-9a-f]+$/, '$1')).toSorted()).toEqual(
      [
        'service',
        'gateway',
        'operations',
        ...listApps(root).map(app => `publisher-${app.replace('remote-', '')}`),
      ].toSorted(),
    )

    const text = readFileSync(join(work, 'applied.yaml'), 'utf8')
    const sent = parseAllDocuments(text, { uniqueKeys: true }).map(each => each.toJS() as Sent | null)
    const used = [...text.matchAll(/image: (\S+)/g)].map(([, image = '']) => image)
    // Only that of `trying` is built apart, as the page has it.
    const others = used.filter(image => !pushed.includes(image) && !/object-store:|^postgres:/.test(image))
    expect(others).toEqual([])
    const made = sent.flatMap(each => (each?.kind === 'Secret' ? [each.metadata.name] : []))
    expect(made).toEqual(expect.arrayContaining(['adcoin-key-ops', 'adcoin-key-shell']))
    const kinds = new Set(sent.map(each => each?.kind))
    for (const kind of ['Namespace', 'Deployment', 'Ingress', 'PodMonitor', 'PrometheusRule'])
      expect(kinds).toContain(kind)
    const rules = sent.find(each => each?.kind === 'PrometheusRule')
    if (has('promtool')) {
      const file = join(work, 'rules.yml')
      await writeFile(file, JSON.stringify(rules?.spec))
      const { status, stderr } = spawnSync('promtool', ['check', 'rules', file])
      expect([status, String(stderr)]).toEqual([0, ''])
    }
  },
  120_000,
)

type Sent = { readonly kind: string; readonly metadata: { readonly name: string }; readonly spec?: unknown }

it('without-containers.md makes keys and a first release, and installs files that are there', async () => {
  const work = await makeClone()
  await mkdir(join(work, 'private'))
  await writeBuild(work, 'shell', '1.0.0')
  await symlink(join(work, 'builds/shell-1.0.0'), join(work, 'builds/shell'))
  const env = { DATA_DIR: join(work, 'data'), RELEASE_PRIVATE_KEYS: join(work, 'private'), RELEASE_STORE: '' }
  const [first = ''] = await readGuideBlocks('Keys and the first release', 'without-containers')
  expect(await runGuide(work, first, env)).toContain('read back')
  expect(readdirSync(join(work, 'private')).toSorted()).toEqual(['ops.pem', 'shell.pem'])
  expect(readdirSync(join(work, 'data/keys')).filter(name => name.endsWith('.pem'))).toEqual([])

  const [install = ''] = await readGuideBlocks('Install', 'without-containers')
  const sources = [...install.matchAll(/cp (deploy\S+)/g)].map(([, path = '']) => path)
  expect(sources).toHaveLength(3)
  for (const path of sources)
    expect([path, existsSync(join(root, path.replace('*', 'adcoin-gateway')))]).toEqual([path, true])
  const [start = ''] = await readGuideBlocks('Start, restart, release', 'without-containers')
  const units = [...start.matchAll(/adcoin-[a-z]+@?/g)].map(([unit]) => unit)
  for (const unit of units) expect(existsSync(join(root, `deploy/systemd/${unit}.service`))).toBe(true)
  expect(spawnSync('bash', ['-n'], { input: install + start }).status).toBe(0)
}, 120_000)
