import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkLocales } from '../locales/check-locales.ts'
import { readManifest, workspaces } from '../repository.ts'
import { importProblems, isTest, type Repository } from './import-law.ts'
import type { Problem } from './problem.ts'
import { readSource } from './source-file.ts'
import { nameProblems, textProblems } from './text-law.ts'
import { forbiddenUses } from './use-law.ts'

const skippedFolders = new Set([
  'node_modules',
  'dist',
  'fixtures',
  '.git',
  '.data',
  '.cache',
  'test-results',
  'playwright-report',
])
const textFile = /\.(ts|tsx|mjs|js|json|css|sql|md|yml|yaml|sh|html)$/

/**
 * Holds a repository against the law. Fixtures are skipped, unless the tree itself is one.
 *
 * @param root  absolute path
 */
export function lintTree(root: string): readonly Problem[] {
  const repository: Repository = { workspaces: workspaces(root), root: readManifest(join(root, 'package.json')) }
  const files = filesIn(root, '')
  return files
    .flatMap(file => [...nameProblems(file), ...contentProblems(root, file, repository)])
    .concat(localeProblems(root, files))
}

function contentProblems(root: string, file: string, repository: Repository): readonly Problem[] {
  const text = textProblems(file, readFileSync(join(root, file), 'utf8'))
  if (!/\.tsx?$/.test(file)) return text
  try {
    const source = readSource(root, file)
    return [...text, ...importProblems(source, repository), ...forbiddenUses(source)]
  } catch (error) {
    return [
      {
        file,
        line: 1,
        rule: 'syntax',
        message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
      },
    ]
  }
}

/** Every folder that holds an English language file, but for tests. */
function localeProblems(root: string, files: readonly string[]): readonly Problem[] {
  const folders = files
    .filter(file => file.endsWith('/en_US.json') && !isTest(file))
    .map(file => file.slice(0, -'/en_US.json'.length))
  return folders.flatMap(folder =>
    checkLocales(join(root, folder)).map(({ file, key, message }) => ({
      file: `${folder}/${file}`,
      line: 1,
      rule: 'locale' as const,
      message: `${key ? `"${key}" ` : ''}${message}`,
    })),
  )
}

function filesIn(root: string, folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesIn(root, path)
    return textFile.test(entry.name) && existsSync(join(root, path)) && statSync(join(root, path)).size < 2_000_000
      ? [path]
      : []
  })
}
