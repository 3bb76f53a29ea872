import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkLocales } from '../locales/check-locales.ts'
import { readManifest, workspaces } from '../repository.ts'
import { citationProblems } from './citation-rules.ts'
import { libraryOf } from './citation-library.ts'
import { circleProblems, folderCircleProblems } from './circle-rules.ts'
import { folderLayerProblems, heldInOrder, type Order } from './layer-rules.ts'
import { folderLayers, inDisorder } from './layers.ts'
import { importProblems, isTest, type Repository } from './import-rules.ts'
import { lengthProblems, nameProblems, textProblems, joinedTextProblems, plantedWordProblems } from './text-rules.ts'
import { habitsLeft, plainProblems } from './plain-rules.ts'
import type { Problem } from './problem.ts'
import { readSource, type SourceFile } from './source-file.ts'
import { useProblems } from './use-rules.ts'

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
const picture = /\.(svg|webp|png)$/

/**
 * Holds a repository against the rules. Fixtures are skipped, unless the tree itself is one.
 *
 * @param root  absolute path
 * @param order  its layers, and the folders that are still being put in order
 */
export function lintTree(root: string, order: Order = { folderLayers, inDisorder, habitsLeft }): readonly Problem[] {
  const repository: Repository = { workspaces: workspaces(root), root: readManifest(join(root, 'package.json')) }
  const all = filesIn(root, '')
  const files = all.filter(file => textFile.test(file))
  const read = files.filter(file => /\.(tsx?|mjs)$/.test(file)).map(file => sourceOf(root, file))
  const sources = read.filter(one => 'imports' in one)
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
  const library = libraryOf(all, textOf)
  const found = [
    ...files.flatMap(file => [...nameProblems(file), ...textProblems(file, textOf(file))]),
    ...files.flatMap(file => citationProblems(file, textOf(file), library)),
    ...files.flatMap(file => [...plantedWordProblems(file, textOf(file)), ...joinedTextProblems(file, textOf(file))]),
    ...read.filter(one => 'rule' in one),
    ...sources.flatMap(source => [
      ...importProblems(source, repository),
      ...useProblems(source),
      ...folderLayerProblems(source, order.folderLayers),
      ...lengthProblems(source),
    ]),
    ...plainProblems(
      sources,
      files.filter(file => file.endsWith('.md')),
      textOf,
      order.habitsLeft,
    ),
    ...circleProblems(sources),
    ...folderCircleProblems(sources),
    ...localeProblems(root, files),
  ]
  return heldInOrder(found, files, order)
}

/** The file as the rules read it, or why it cannot be read. */
function sourceOf(root: string, file: string): SourceFile | Problem {
  try {
    return readSource(root, file)
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { file, line: 1, rule: 'syntax', message }
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
    return (textFile.test(entry.name) || picture.test(entry.name)) &&
      existsSync(join(root, path)) &&
      statSync(join(root, path)).size < 2_000_000
      ? [path]
      : []
  })
}
