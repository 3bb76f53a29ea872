/**
 * `npm run check:lint`: the general rules by oxlint (`.oxlintrc.json`), then our own rules: layers, declared
 * dependencies, public APIs of packages, carried libraries, what a remote may touch, names, paths and language files.
 * Prints each problem with what to do instead; exit code 1 where there is one.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'
import { lintTree } from './lint-tree.ts'

const general = spawnSync(join(repositoryRoot, 'node_modules', '.bin', 'oxlint'), ['--deny-warnings'], {
  cwd: repositoryRoot,
  stdio: 'inherit',
})
const problems = lintTree(repositoryRoot)
for (const { file, line, rule, message } of problems) console.error(`${file}:${line}  ${rule}: ${message}`)
console.info(
  problems.length === 0
    ? 'Import rules, names, paths and language files: no problem.'
    : `Import rules, names, paths and language files: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`,
)
process.exitCode = general.status === 0 && problems.length === 0 ? 0 : 1
