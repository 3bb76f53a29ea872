import { bare, isNode, nodesOf, type Node } from './syntax.ts'

/** A value that a script gives to a name, and the scope that it is written in. */
export type Given = { readonly value: unknown; readonly scope: Scope }

/** A name that a script declares, with the values that it is given; open where some of them cannot be seen. */
type Binding = { readonly given: Given[]; isOpen: boolean }

/** A module, function or block with the names that it declares. */
export type Scope = { readonly names: Map<string, Binding>; readonly above: Scope | undefined }

/** A node of a script, with its parent, its scope, and its place. */
export type Placed = {
  readonly node: Node
  readonly parent: Placed | undefined
  readonly key: string
  readonly scope: Scope
  /** File, line, column and what is written there. */
  readonly place: string
}

/** The innermost scope, and the one that `var` declares in. */
type Around = { readonly block: Scope; readonly body: Scope }

/** The scope that a name means at some place; undefined for what the script itself does not declare. */
export function declarationOf(name: string, scope: Scope | undefined): Scope | undefined {
  return scope === undefined || scope.names.has(name) ? scope : declarationOf(name, scope.above)
}

/** Every node of a script, parents first. */
export function placesIn(program: Node, path: string, text: string): readonly Placed[] {
  const places: Placed[] = []
  const placeOf = writtenPlaces(path, text)
  const visit = (node: Node, parent: Placed | undefined, key: string, around: Around): void => {
    const placed: Placed = {
      node,
      parent,
      key,
      scope: around.block,
      get place() {
        return placeOf(node)
      },
    }
    places.push(placed)
    const inside = insideOf(placed, around)
    declare(placed, around, inside)
    for (const [name, child] of Object.entries(node))
      for (const each of nodesOf(child)) visit(each, placed, name, inside)
  }
  const top = scopeIn(undefined)
  visit(program, undefined, '', { block: top, body: top })
  // Only now is every declaration known, those below their use included.
  for (const placed of places) noteValues(placed)
  return places
}

function writtenPlaces(path: string, text: string): (node: Node) => string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return ({ start }) => {
    const line = starts.findLastIndex(each => each <= start)
    const code = text.slice(start, start + 60).replaceAll(/\s+/g, ' ')
    return `${path}:${line + 1}:${start - (starts[line] ?? 0) + 1}: ${code}`
  }
}

function scopeIn(above: Scope | undefined): Scope {
  return { names: new Map(), above }
}

const isFunction = (type: string | undefined) =>
  /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type ?? '')
const blocks = /^(BlockStatement|For(In|Of)?Statement|SwitchStatement|CatchClause|ClassExpression)$/

/** Parameters have a scope of their own: a default value does not see the body's declarations. */
function insideOf({ node, parent, key }: Placed, around: Around): Around {
  const isBody = node.type === 'BlockStatement' && key === 'body' && isFunction(parent?.node.type)
  if (isFunction(node.type) || isBody || node.type === 'StaticBlock') {
    const scope = scopeIn(around.block)
    return { block: scope, body: scope }
  }
  return blocks.test(node.type) ? { block: scopeIn(around.block), body: around.body } : around
}

function declare(placed: Placed, around: Around, inside: Around): void {
  const { node, parent } = placed
  switch (node.type) {
    case 'VariableDeclarator': {
      const scope = parent?.node['kind'] === 'var' ? around.body : around.block
      const isEach = parent?.key === 'left' && /^For(In|Of)Statement$/.test(parent.parent?.node.type ?? '')
      const init = node['init']
      if (bare(node['id'])?.type !== 'Identifier' || isEach) return bindOpen(node['id'], scope)
      const binding = bindingOf(String(bare(node['id'])?.['name']), scope)
      if (isNode(init)) binding.given.push({ value: init, scope: placed.scope })
      return
    }
    case 'FunctionDeclaration':
      bindOpen(node['id'], around.block)
      return bindOpen(node['params'], inside.block)
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      bindOpen(node['id'], inside.block)
      return bindOpen(node['params'], inside.block)
    case 'ClassDeclaration':
      return bindOpen(node['id'], around.block)
    case 'ClassExpression':
      return bindOpen(node['id'], inside.block)
    case 'CatchClause':
      return bindOpen(node['param'], inside.block)
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return bindOpen(node['local'], around.block)
  }
}

function bindingOf(name: string, scope: Scope): Binding {
  const known = scope.names.get(name) ?? { given: [], isOpen: false }
  scope.names.set(name, known)
  return known
}

function bindOpen(pattern: unknown, scope: Scope): void {
  for (const name of namesIn(pattern)) bindingOf(name, scope).isOpen = true
}

/** The names that a pattern gives values to. */
function namesIn(pattern: unknown): readonly string[] {
  return nodesOf(pattern).flatMap(node => {
    if (node.type === 'Identifier') return [String(node['name'])]
    if (node.type === 'ObjectPattern') return namesIn(node['properties'])
    if (node.type === 'ArrayPattern') return namesIn(node['elements'])
    if (node.type === 'AssignmentPattern') return namesIn(node['left'])
    if (node.type === 'RestElement') return namesIn(node['argument'])
    return node.type === 'Property' ? namesIn(node['value']) : []
  })
}

/** Records the values that a name gets after its declaration. */
function noteValues({ node, scope }: Placed): void {
  const of = (name: string) => declarationOf(name, scope)?.names.get(name)
  const open = (pattern: unknown) => {
    for (const name of namesIn(pattern)) {
      const binding = of(name)
      if (binding) binding.isOpen = true
    }
  }
  if (node.type === 'UpdateExpression') open(bare(node['argument']))
  if (/^For(In|Of)Statement$/.test(node.type)) open(bare(node['left']))
  if (node.type !== 'AssignmentExpression') return
  const left = bare(node['left'])
  const binding = left?.type === 'Identifier' ? of(String(left['name'])) : undefined
  if (node['operator'] !== '=' || !binding) open(left)
  else binding.given.push({ value: node['right'], scope })
}
