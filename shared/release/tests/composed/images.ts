import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import type { Part } from './compose-file.ts'

export const root = resolve(import.meta.dirname, '../../../..')

/** What an image of ours brings: its environment and its command. */
export type Image = { readonly env: Readonly<Record<string, string>>; readonly command: readonly string[] }

/**
 * The repository as the images have it, `COPY . .` beside its packages: what git knows and nothing else, so that no
 * build of before and no `.data` helps.
 */
export function copyRepository(to: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString('utf8').split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(to, file))
  const folders = ['', ...readdirSync(join(root, 'shared')).map(name => `shared/${name}`)]
  for (const folder of folders) {
    const packages = join(root, folder, 'node_modules')
    // Links of files, which cost nothing; of another disk, copies.
    const copied = existsSync(packages) && spawnSync('cp', ['-al', packages, join(to, folder)])
    if (copied && copied.status !== 0) cpSync(packages, join(to, folder, 'node_modules'), { recursive: true })
  }
}

/** Builds what an image builds into itself, in the copy: the last stage's RUN lines. */
export function buildImage({ build }: Part, copy: string): Image {
  const text = readFileSync(join(root, 'shared/release/docker/Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
  const stages = new Map(
    text
      .split(/^FROM /m)
      .slice(1)
      .map(stage => [/ AS (\S+)/.exec(stage)?.[1] ?? '', stage]),
  )
  const stage = stages.get(build?.target ?? '')
  const installed = stages.get('installed')
  if (!build || !stage || !installed) throw new Error(`there is no image ${build?.target} in the Dockerfile`)
  const command = v.parse(v.array(v.string()), JSON.parse(/^CMD (.+)$/m.exec(stage)?.[1] ?? '[]'))
  // One of other programs than ours: those of this machine stand for what it installs.
  if (!/^(installed|node:\S+) AS /.test(stage)) return { env: {}, command }
  const isBuilding = stage.startsWith('installed AS ')
  const below = isBuilding ? installed : ''
  const env: Record<string, string> = {}
  for (const [, words = ''] of `${below}\n${stage}`.matchAll(/^ENV (.+)$/gm))
    for (const [, name = '', value = ''] of words.matchAll(/(\w+)=(\S+)/g))
      env[name] = value.replace(/\$(\w+)/g, (_all, arg: string) => build.args?.[arg] ?? '')
  // The packages of another stage are those of this machine.
  for (const [, line = ''] of isBuilding ? stage.matchAll(/^RUN (.+)$/gm) : []) {
    const { status, stderr, stdout } = spawnSync('sh', ['-c', line.replace(/ && chown -R node:node \w+$/, '')], {
      cwd: copy,
      encoding: 'utf8',
      env: { ...pathOnly(), ...build.args },
    })
    if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`)
  }
  return { env, command }
}

/** Nothing of this process's environment but where programs are: its own node, Debian's nginx and PostgreSQL. */
export function pathOnly(): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH, '/usr/sbin', ...postgresFolders()]
  return { PATH: path.join(':') }
}

/** Where Debian keeps PostgreSQL's server programs; the newest first. */
export function postgresFolders(): readonly string[] {
  const debian = '/usr/lib/postgresql'
  if (!existsSync(debian)) return []
  return readdirSync(debian)
    .toSorted((a, b) => Number(b) - Number(a))
    .map(version => join(debian, version, 'bin'))
}

export function folderAt(...words: readonly string[]): string {
  const path = join(...words)
  mkdirSync(path, { recursive: true })
  return path
}
