import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import type { ComposePart } from './compose-file.ts'

export const repositoryFolder = resolve(import.meta.dirname, '../../..')

/** The user, the environment and the command of an image of ours. */
export type ContainerImage = {
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
}

/**
 * The repository as the images have it, `COPY . .` beside its packages: what git knows and nothing else, so that no
 * build of before and no `.data` helps.
 */
export function copyImageSources(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryFolder,
  })
  for (const file of files.toString('utf8').split('\0'))
    if (file !== '' && existsSync(join(repositoryFolder, file))) cpSync(join(repositoryFolder, file), join(to, file))
  const folders = [
    '',
    ...['shared', 'tools'].flatMap(room => readdirSync(join(repositoryFolder, room)).map(name => `${room}/${name}`)),
  ]
  for (const folder of folders) {
    const packages = join(repositoryFolder, folder, 'node_modules')
    // Links of files, which cost nothing; of another disk, copies.
    const copied = existsSync(packages) && spawnSync('cp', ['-al', packages, join(to, folder)])
    if (copied && copied.status !== 0) cpSync(packages, join(to, folder, 'node_modules'), { recursive: true })
  }
}

const stages: ReadonlyMap<string, string> = new Map(
  readFileSync(join(repositoryFolder, 'release/docker/Dockerfile'), 'utf8')
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .slice(1)
    .map(stage => [/ AS (\S+)/.exec(stage)?.[1] ?? '', stage]),
)

/** A stage of the Dockerfile and those that it begins with, its base first. */
export function listStages(target: string): readonly string[] {
  const stage = stages.get(target)
  if (stage === undefined) return []
  return [...listStages(/^\S+/.exec(stage)?.[0] ?? ''), stage]
}

/**
 * Builds what an image builds into itself, in the copy: RUN lines of the stages with every package that it copies from.
 */
export function buildImage({ build }: ComposePart, copy: string): ContainerImage {
  const parts = listStages(build?.target ?? '')
  const whole = parts.join('\n')
  if (!build || parts.length === 0) throw new Error(`there is no image ${build?.target} in the Dockerfile`)
  const command = v.parse(v.array(v.string()), JSON.parse([...whole.matchAll(/^CMD (.+)$/gm)].at(-1)?.[1] ?? '[]'))
  const user = [...whole.matchAll(/^USER (\S+)$/gm)].at(-1)?.[1] ?? 'root'
  // One of other programs than ours: those of this machine stand for what it installs.
  if (!/^COPY --from=\S+-files /m.test(whole)) return { user, env: {}, command }
  const env: Record<string, string> = {}
  for (const [, words = ''] of whole.matchAll(/^ENV (.+)$/gm))
    for (const [, name = '', value = ''] of words.matchAll(/(\w+)=(\S+)/g))
      env[name] = value.replace(/\$(\w+)/g, (_all, arg: string) => build.args?.[arg] ?? '')
  delete env['PATH']
  // The packages of other stages are those of this machine.
  const built = [...whole.matchAll(/^COPY --from=(\S+) /gm)].map(([, name = '']) => stages.get(name) ?? '')
  for (const stage of built.filter(each => each.startsWith('installed AS ')))
    for (const [, line = ''] of stage.matchAll(/^RUN (.+)$/gm)) {
      const { status, stderr, stdout } = spawnSync('sh', ['-c', line], {
        cwd: copy,
        encoding: 'utf8',
        env: { ...createPathEnv(), ...build.args },
      })
      if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`)
    }
  return { user, env, command }
}

/** Nothing of this process's environment but where programs are: its own node, Debian's nginx and PostgreSQL. */
export function createPathEnv(): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH, '/usr/sbin', ...listPostgresFolders()]
  return { PATH: path.join(':') }
}

/** Where Debian keeps PostgreSQL's server programs; the newest first. */
export function listPostgresFolders(): readonly string[] {
  const debian = '/usr/lib/postgresql'
  if (!existsSync(debian)) return []
  return readdirSync(debian)
    .toSorted((a, b) => Number(b) - Number(a))
    .map(version => join(debian, version, 'bin'))
}

export function makeFolder(...words: readonly string[]): string {
  const path = join(...words)
  mkdirSync(path, { recursive: true })
  return path
}
