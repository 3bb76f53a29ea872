import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'
import { foldersOf } from './source-hash.ts'

export type Source = { readonly file: string; readonly text: string }

/**
 * The sources that an app brings into the page, tests and galleries left out: a remote its own, the shell those of the
 * shared packages too, because they come with it.
 *
 * @param folder  absolute path of the workspace
 */
export function sourcesOf(folder: string, app: string): readonly Source[] {
  if (app !== 'shell') return sourcesIn(join(folder, 'src'))
  return foldersOf(app)
    .filter(each => !['shared/contract', 'tools/preset', 'tools/checks'].includes(each))
    .flatMap(each => sourcesIn(join(repositoryRoot, each, 'src')))
}

function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /(?<!\.test|-test|\.gallery)\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))
}
