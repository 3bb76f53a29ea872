import { parseSync } from 'oxc-parser'
import type { Candidate } from '../candidate.ts'
import { declarationOf, placesIn, type Placed, type Scope } from '@adcoin/checks/scopes'
import { bare, isNode, nameOf, type Node } from '@adcoin/checks/syntax'

/** A script of a release; `unread` is the parser's error, and then there are no nodes. */
export type Script = { readonly path: string; readonly nodes: readonly Placed[]; readonly unread?: string }
type Call = Placed & { readonly callee: Node; readonly given: readonly unknown[] }

const read = new WeakMap<Candidate, readonly Script[]>()

/**
 * The scripts of a build, read once for all rules. Shared modules keep their names when a remote is minified, so rules
 * find `emitterFor` and `bus` by name. Places are in built files; publish adds the line in the sources.
 */
export function scriptsOf(candidate: Candidate): readonly Script[] {
  const known = read.get(candidate)
  if (known) return known
  const scripts = [...candidate.files].filter(([path]) => /\.m?js$/.test(path)).map(readScript)
  read.set(candidate, scripts)
  return scripts
}

function readScript([path, bytes]: readonly [string, Buffer]): Script {
  const text = bytes.toString('utf8')
  const { program, errors } = parseSync(path, text, { lang: 'js', sourceType: 'module' })
  const root: unknown = program
  if (errors[0] || !isNode(root)) return { path, nodes: [], unread: errors[0]?.message ?? 'it has no program' }
  return { path, nodes: placesIn(root, path, text) }
}

/** The calls of a script, with what is called in `(0, x.f)(…)`: `x.f`. */
export function callsOf({ nodes }: Script): readonly Call[] {
  return nodes.flatMap(placed => {
    const { type, callee, arguments: given } = placed.node
    const called = type === 'CallExpression' || type === 'NewExpression' ? bare(callee) : undefined
    return called && Array.isArray(given) ? [{ ...placed, callee: called, given }] : []
  })
}

/**
 * Whether a variable holds the result of one function: `emit` in `const emit = emitterFor(…)`. Minified code has many
 * variables of one name, so each is resolved in its scope.
 */
export function heldBy({ nodes }: Script, called: string): (name: unknown, scope: Scope) => boolean {
  const holders = nodes.flatMap(({ node, scope }) => {
    const made = node.type === 'VariableDeclarator' ? bare(node['init']) : undefined
    const name = bare(node['id'])?.['name']
    const isHolder = made?.type === 'CallExpression' && nameOf(made['callee']) === called && typeof name === 'string'
    return isHolder ? [{ name, scope: declarationOf(name, scope) }] : []
  })
  return (name, scope) =>
    holders.some(holder => holder.name === name && holder.scope === declarationOf(holder.name, scope))
}
