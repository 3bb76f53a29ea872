import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { sourcesOf } from '../sources.ts'
import { readManifest, repositoryRoot, workspaces, type Workspace } from '../repository.ts'
import { importProblems } from './import-rules.ts'
import type { Problem } from './problem.ts'
import { readSource } from './source-file.ts'
import { useProblems } from './use-rules.ts'

/**
 * Violations of one app's sources: forbidden imports, and direct use of browser APIs. The same as `npm run check:lint`
 * finds, for a build without a lint run.
 *
 * @param folder  absolute path of the workspace
 */
export function appProblems(folder: string, app: string): readonly Problem[] {
  const root = dirname(folder)
  const repository = {
    workspaces: workspacesWith(folder, app),
    root: readManifest(join(repositoryRoot, 'package.json')),
  }
  return sourcesOf(folder, app)
    .map(({ file }) => readSource(root, relative(root, file).replaceAll('\\', '/')))
    .flatMap(source => [...importProblems(source, repository), ...useProblems(source)])
}

/** The repository's workspaces, and the app itself if it is elsewhere: a fixture. */
function workspacesWith(folder: string, app: string): readonly Workspace[] {
  const known = workspaces()
  if (known.some(workspace => workspace.folder === app)) return known
  const file = join(folder, 'package.json')
  return [...known, { folder: app, manifest: existsSync(file) ? readManifest(file) : { name: app, version: '0.0.0' } }]
}
