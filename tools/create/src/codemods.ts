import { parseAst } from 'rolldown/parseAst'

/** An export that has another name since. */
export type RenamedExport = { readonly module: string; readonly from: string; readonly to: string }

/** Every rename that a repository may still have before it. `npm run upgrade` applies them. */
export const renamedExports: readonly RenamedExport[] = [
  { module: '@adcoin/preset', from: 'defineRemote', to: 'createRemoteConfig' },
  { module: '@adcoin/checks/vitest', from: 'vitestPreset', to: 'createVitestPreset' },
]

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Edit = { readonly start: number; readonly end: number; readonly text: string }
type Use = { readonly node: Node; readonly parent: Node; readonly key: string }

/**
 * Renames imported and passed on names in a source. The local name follows, unless another declaration in the file has
 * the old or the new name: then the import keeps the old one (`import { to as from }`).
 *
 * @returns the same text if nothing is renamed
 */
export function applyRenames(text: string, file: string, renames: readonly RenamedExport[] = renamedExports): string {
  const wanted = renames.filter(({ module, from }) => text.includes(module) && text.includes(from))
  if (wanted.length === 0) return text
  const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }) as unknown as Node
  const edits = wanted.flatMap(rename => listEdits(tree, rename))
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, { start, end, text: next }) => result.slice(0, start) + next + result.slice(end), text)
}

function listEdits(tree: Node, { module, from, to }: RenamedExport): readonly Edit[] {
  const specifiers = (tree['body'] as readonly Node[])
    .filter(({ source }) => (source as Node | null | undefined)?.['value'] === module)
    .flatMap(statement => (statement['specifiers'] ?? []) as readonly Node[])
  return specifiers.flatMap(specifier => {
    const outer = (specifier['imported'] ?? specifier['local']) as Node | undefined
    if (outer?.['name'] !== from) return []
    const inner = (specifier['imported'] ? specifier['local'] : specifier['exported']) as Node
    const name = { start: outer.start, end: outer.end }
    if (inner.start !== outer.start) return [{ ...name, text: to }]
    const uses = specifier['imported'] ? listUses(tree, [from, to]).filter(({ parent }) => parent !== specifier) : []
    const isFree = uses.every(use => isReference(use) && use.node['name'] === from)
    if (!specifier['imported'] || !isFree) return [{ ...name, text: `${to} as ${from}` }]
    return [{ ...name, text: to }, ...uses.map(use => renameUse(use, from, to))]
  })
}

/** Identifiers with one of these names, properties and attributes left out. */
function listUses(tree: Node, names: readonly string[]): readonly Use[] {
  const uses: Use[] = []
  const seen = new Set<number>()
  walk(tree, tree, '', use => {
    const { node, parent, key } = use
    if (!/^(JSX)?Identifier$/.test(node.type) || !names.includes(String(node['name']))) return
    const isName = ['property', 'key'].includes(key) && parent['computed'] !== true && parent['shorthand'] !== true
    if (isName || parent.type === 'JSXAttribute' || (parent.type === 'ExportSpecifier' && key === 'exported')) return
    // A shorthand is one identifier at two places of the tree.
    if (!seen.has(node.start)) uses.push(use)
    seen.add(node.start)
  })
  return uses
}

/** False for a declaration of the name. */
function isReference({ parent, key }: Use): boolean {
  if (['id', 'params', 'param', 'local'].includes(key)) return parent.type === 'ExportSpecifier'
  return !/Pattern$|^RestElement$|^TSEnumMember$/.test(parent.type) && parent['isPattern'] !== true
}

function renameUse({ node, parent }: Use, from: string, to: string): Edit {
  const place = { start: node.start, end: node.end }
  if (parent.type === 'Property' && parent['shorthand'] === true) return { ...place, text: `${from}: ${to}` }
  const exported = parent.type === 'ExportSpecifier' ? (parent['exported'] as Node) : undefined
  return { ...place, text: exported?.start === node.start ? `${to} as ${from}` : to }
}

function walk(value: unknown, parent: Node, key: string, visit: (use: Use) => void): void {
  if (Array.isArray(value)) return value.forEach(each => walk(each, parent, key, visit))
  if (typeof value !== 'object' || value === null || !('type' in value)) return
  const node = value as Node
  if (node.type === 'Property' && parent.type === 'ObjectPattern') node['isPattern'] = true
  visit({ node, parent, key })
  for (const [name, child] of Object.entries(node)) if (typeof child === 'object') walk(child, node, name, visit)
}
