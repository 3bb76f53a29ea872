import { keyName, memberName, takenOf, type Taken } from '../scripts/browser.ts'
import { beginningsOf, constantOf } from '../scripts/written-texts.ts'
import { callsOf, type Script } from '../scripts/read-scripts.ts'
import type { Placed, Scope } from '../scripts/scopes.ts'
import { scriptRule, type Wrong } from '../scripts/script-rule.ts'
import { bare, nameOf, nodesOf, objectOf, type Node } from '../scripts/syntax.ts'

const rule = 'no-evaluation'
const timers = ['setTimeout', 'setInterval']
/** Ways to call a function by another call, and to come from any function to the one that makes functions. */
const roundabout = ['call', 'apply', 'bind', 'constructor']

/**
 * No text becomes code: what was published is what runs. The page's policy refuses it in the browser as well; here it
 * is known before anybody meets it.
 */
export const noEvaluation = scriptRule(
  rule,
  'Write the code itself: a function for the timer, JSON.parse for data, import() for a file of this release.',
  script => [...takenOf(script).flatMap(evaluationsBy), ...reachedConstructors(script), ...scriptAddresses(script)],
)

function evaluationsBy({ path, use, given, placed }: Taken): readonly Wrong[] {
  const [first = '', ...rest] = path
  const wrong = (says: string): readonly Wrong[] => [{ placed, says }]
  if (use === 'looked') return []
  if (first === 'eval') return wrong('it evaluates text (eval)')
  if (first === 'Function') {
    if (rest.length === 0) return wrong('it makes functions of text (Function)')
    return rest.some(name => roundabout.includes(name) || name === '*') && !rest.includes('toString')
      ? wrong('it comes to what makes functions of text (Function)')
      : []
  }
  if (['trustedTypes', 'importScripts', 'execScript'].includes(first)) return wrong(`it brings code by ${first}`)
  if (first === 'document' && /^createElement(NS)?$/.test(rest[0] ?? '') && use === 'called')
    return given.some(each => /^script$/i.test(constantOf(each, placed.scope) ?? ''))
      ? wrong('it adds a script to the page')
      : []
  if (!timers.includes(first)) return []
  if (rest.length > 0 || use === 'kept') return wrong(`it hands on ${first}, which may be given text`)
  return isText(given[0], placed.scope) ? wrong(`it gives ${first} text, which the browser would evaluate`) : []
}

function isText(value: unknown, scope: Scope): boolean {
  const node = bare(value)
  if (!node) return false
  if (node.type === 'TemplateLiteral' || (node.type === 'BinaryExpression' && node['operator'] === '+')) return true
  if (node.type === 'SpreadElement') return true
  return beginningsOf(node, scope).some(({ text, isWhole }) => isWhole || text !== '')
}

/** `(() => {}).constructor('…')`, `x.constructor.constructor`, `const { constructor } = …`. */
function reachedConstructors(script: Script): readonly Wrong[] {
  const calls = new Map(callsOf(script).map(call => [call.callee, call]))
  return script.nodes.flatMap(placed => {
    const { node, parent } = placed
    if (node.type === 'Property')
      return parent?.node.type === 'ObjectPattern' && keyName(placed) === 'constructor' ? [makes(placed)] : []
    if (node.type === 'CallExpression') return isTakenByName(node, placed.scope) ? [makes(placed)] : []
    if (node.type !== 'MemberExpression' || memberName(placed) !== 'constructor') return []
    const object = objectOf(node)
    const isOfFunction = object !== undefined && (isFunction(object) || memberOf(object, placed) === 'constructor')
    const call = calls.get(node)
    return isOfFunction || (call && object?.type !== 'ThisExpression') ? [makes(placed)] : []
  })
}

const makes = (placed: Placed): Wrong => ({
  placed,
  says: 'it takes the constructor of something, which of a function makes functions of text',
})

const memberOf = (node: Node, at: Placed) =>
  node.type === 'MemberExpression' ? memberName({ ...at, node }) : undefined

/** A function as it is written, what is called a function's, and a method of a literal: `[].at`. */
function isFunction(node: Node): boolean {
  if (/Function|^Class/.test(node.type)) return true
  if (node.type === 'CallExpression')
    return nameOf(node['callee']) === 'getPrototypeOf' && nodesOf(node['arguments']).some(each => isFunction(each))
  return node.type === 'MemberExpression' && /^(Array|Object)Expression$|Literal$/.test(objectOf(node)?.type ?? '')
}

/** `Reflect.get(x, 'constructor')`, `Object.getOwnPropertyDescriptor(x, 'constructor')`. */
function isTakenByName(call: Node, scope: Scope): boolean {
  const name = nameOf(call['callee']) ?? ''
  return (
    /^(get|getOwnPropertyDescriptor|__lookupGetter__)$/.test(name) &&
    nodesOf(call['arguments']).some(each => constantOf(each, scope) === 'constructor')
  )
}

function scriptAddresses({ nodes }: Script): readonly Wrong[] {
  return nodes.flatMap(placed =>
    /^(Literal|TemplateLiteral|BinaryExpression)$/.test(placed.node.type) &&
    beginningsOf(placed.node, placed.scope).some(({ text }) => /^[\s\u0000-\u0020]*javascript:/i.test(text))
      ? [{ placed, says: 'it has an address that is code (javascript:)' }]
      : [],
  )
}
