import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'
import { listBuildFolders } from './source-hash.ts'

export type Source = { readonly file: string; readonly text: string }

/**
 * The sources that an app brings into the page, tests and galleries left out: a remote its own, the shell those of the
 * shared packages too, because they come with it.
 *
 * @param folder  absolute path of the workspace
 */
export function readSources(folder: string, app: string): readonly Source[] {
  if (app !== 'shell') return readSourcesIn(join(folder, 'src'))
  return listBuildFolders(app)
    .filter(each => !['shared/contract', 'tools/preset', 'tools/checks'].includes(each))
    .flatMap(each => readSourcesIn(join(repositoryRoot, each, 'src')))
}

function readSourcesIn(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /(?<!\.test|-test|\.gallery)\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => ({ file, text: readFileSync(file, 'utf8') }))
}
