import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { isNode, textOf, walk } from '@adcoin/checks/syntax'
import { placeOf, repositoryRoot } from '@adcoin/checks/repository'

/**
 * The names of the icons that @adcoin/ui of this tree can draw, read out of its tables: what a tab may name.
 *
 * @throws where a table is not where it was
 */
export function iconNames(root: string = repositoryRoot): string[] {
  return ['frame-icons', 'page-icons']
    .flatMap(table => namesIn(join(placeOf('shared/ui', root), 'src/icons', `${table}.ts`)))
    .sort()
}

function namesIn(file: string): readonly string[] {
  const names: string[] = []
  walk(parseAst(readFileSync(file, 'utf8'), { lang: 'ts', astType: 'ts' }), (node, parent) => {
    // The one object of the file: `{ … } as const satisfies …`.
    if (node.type !== 'Property' || parent?.type !== 'ObjectExpression') return
    const key = isNode(node['key']) ? textOf(node['key'], 'name') || textOf(node['key'], 'value') : ''
    if (key !== '') names.push(key)
  })
  if (names.length === 0) throw new Error(`${file} has no table of icons`)
  return names
}
