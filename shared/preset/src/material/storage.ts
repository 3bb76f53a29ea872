import { relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { isNode, textOf, walk, type Node } from '@adcoin/checks/syntax'
import type { Source } from '@adcoin/checks/sources'

const definer = 'defineDraft'

/**
 * An app's stored data in browsers, `owner.name@version`, read out of its `defineDraft({ … })` calls: so the list by
 * which the gate judges a rollback is made from the code.
 *
 * @param folder  for the places in messages
 * @throws if a definition cannot be read, has another owner, or occurs twice
 */
export function storageOf(sources: readonly Source[], app: string, folder: string): string[] {
  const owner = app.replace(/^remote-/, '')
  const found = sources
    .filter(({ text }) => text.includes(definer))
    .flatMap(source => definitionsIn(source, relative(folder, source.file)))
  for (const { place, ref } of found) {
    if (!ref.startsWith(`${owner}.`))
      throw new Error(`${place} keeps "${ref}", which is not of ${app}: its owner must be '${owner}'`)
    if (found.some(other => other.ref === ref && other.place !== place))
      throw new Error(`${place} defines "${ref}" a second time: two drafts under one key overwrite each other`)
  }
  return found.map(({ ref }) => ref).sort()
}

type Definition = { readonly place: string; readonly ref: string }

function definitionsIn({ file, text }: Source, name: string): readonly Definition[] {
  const found: Definition[] = []
  const unreadable = (node: Node, why: string): never => {
    throw new Error(`${name}:${text.slice(0, node.start).split('\n').length} ${why}, so the build cannot read it`)
  }
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }), (node, parent, key) => {
    if (node.type === 'ImportSpecifier' && textOf(node['imported'], 'name') === definer) {
      if (textOf(node['local'], 'name') !== definer) unreadable(node, `renames ${definer}`)
      return
    }
    if (textOf(node, 'name') !== definer || !isUse(parent, key)) return
    if (parent?.type !== 'CallExpression' || key !== 'callee') return unreadable(node, `passes ${definer} on`)
    const ref = refOf(parent['arguments']) ?? unreadable(node, 'has an owner, name or version that is no literal')
    found.push({ place: `${name}:${node.start}`, ref })
  })
  return found
}

/** Whether a name is used here, not declared, imported or exported. */
function isUse(parent: Node | undefined, key: string): boolean {
  return !['ImportSpecifier', 'ExportSpecifier'].includes(parent?.type ?? '') && key !== 'id'
}

function refOf(args: unknown): string | undefined {
  const definition: unknown = Array.isArray(args) ? args[0] : undefined
  if (!isNode(definition) || !Array.isArray(definition['properties'])) return undefined
  const properties: readonly unknown[] = definition['properties']
  const literal = (name: string): unknown => {
    const property = properties.find(each => isNode(each) && textOf(each['key'], 'name') === name)
    return isNode(property) && isNode(property['value']) ? property['value']['value'] : undefined
  }
  const [owner, name, version] = [literal('owner'), literal('name'), literal('version')]
  return typeof owner === 'string' && typeof name === 'string' && typeof version === 'number'
    ? `${owner}.${name}@${version}`
    : undefined
}
