import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot, listWorkspaces } from '@adcoin/checks/repository'

/**
 * The names of the icons that @adcoin/ui of this tree can draw, read out of its tables: what a tab may name.
 *
 * @throws where a table is not where it was
 */
export function listIconNames(root: string = repositoryRoot): string[] {
  const ui = listWorkspaces(root).find(({ manifest }) => manifest.name === '@adcoin/ui')
  if (!ui) throw new Error(`${root} has no @adcoin/ui`)
  return ['frame-icons', 'page-icons']
    .flatMap(table => readNames(join(root, ui.folder, 'src/icons', `${table}.ts`)))
    .sort()
}

/** The keys of the one object of the file. */
function readNames(file: string): readonly string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/^ {2}'?([\w-]+)'?:(?= |$)/gm)].map(([, name = '']) => name)
  if (names.length === 0) throw new Error(`${file} has no table of icons`)
  return names
}
