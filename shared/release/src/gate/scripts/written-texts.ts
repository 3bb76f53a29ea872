import { declarationOf, type Given, type Scope } from './scopes.ts'
import { bare, nodesOf, type Node } from './syntax.ts'

/** What a text begins with, and whether that is all of it. */
export type Beginning = { readonly text: string; readonly isWhole: boolean }

const most = 16
/** How many expressions are looked at for one answer: code may be written to have no end. */
const patience = 100
type Budget = { left: number }

/**
 * The text that an expression gives, where it stands in the script: put together from pieces, held by a name that is
 * given nothing else, or written by one of a few functions. Undefined for what is made at run time.
 */
export function constantOf(
  value: unknown,
  scope: Scope | undefined,
  budget: Budget = { left: patience },
): string | undefined {
  const [only, ...more] = beginningsOf(value, scope, budget)
  return only?.isWhole === true && more.length === 0 ? only.text : undefined
}

/**
 * With what the text of an expression can begin; one beginning for each value that it can have. A beginning of nothing
 * where that cannot be seen.
 */
export function beginningsOf(
  value: unknown,
  scope: Scope | undefined,
  budget: Budget = { left: patience },
): readonly Beginning[] {
  const node = bare(value)
  budget.left -= 1
  if (!node || budget.left < 0) return [unseen]
  const of = (part: unknown) => beginningsOf(part, scope, budget)
  switch (node.type) {
    case 'Literal':
      return [{ text: String(node['value']), isWhole: node['regex'] === undefined }]
    case 'TemplateLiteral':
      return partsOf(node).reduce<readonly Beginning[]>(
        (before, part) => joined(before, part.type === 'TemplateElement' ? [cookedOf(part)] : of(part)),
        [{ text: '', isWhole: true }],
      )
    case 'BinaryExpression':
      return node['operator'] === '+' ? joined(of(node['left']), of(node['right'])) : [unseen]
    case 'AssignmentExpression':
      return node['operator'] === '=' ? of(node['right']) : [unseen]
    case 'ConditionalExpression':
      return [...of(node['consequent']), ...of(node['alternate'])].slice(0, most)
    case 'LogicalExpression':
      return [...of(node['left']), ...of(node['right'])].slice(0, most)
    case 'Identifier':
      return (
        givenTo(String(node['name']), scope)?.flatMap(each => beginningsOf(each.value, each.scope, budget)) ?? [unseen]
      )
    case 'CallExpression':
      return textsOfCall(node, scope, budget)
    default:
      return [unseen]
  }
}

const unseen: Beginning = { text: '', isWhole: false }

/** Every value that a name has; undefined where one of them cannot be seen. */
export function givenTo(name: string, scope: Scope | undefined): readonly Given[] | undefined {
  const binding = declarationOf(name, scope)?.names.get(name)
  return !binding || binding.isOpen || binding.given.length === 0 || binding.given.length > most
    ? undefined
    : binding.given
}

function joined(before: readonly Beginning[], after: readonly Beginning[]): readonly Beginning[] {
  return before
    .flatMap(first =>
      first.isWhole ? after.map(({ text, isWhole }) => ({ text: first.text + text, isWhole })) : [first],
    )
    .slice(0, most)
}

/** Pieces of a template in the order in which they stand. */
function partsOf(template: Node): readonly Node[] {
  return [...nodesOf(template['quasis']), ...nodesOf(template['expressions'])].toSorted((a, b) => a.start - b.start)
}

function cookedOf({ value }: Node): Beginning {
  const text = typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
  return { text, isWhole: true }
}

/** What `['a', 'b'].join('')`, `'a'.concat('b')`, `atob('YQ==')` and `String.fromCharCode(97)` give. */
function textsOfCall(call: Node, scope: Scope | undefined, budget: Budget): readonly Beginning[] {
  const callee = bare(call['callee'])
  const given = nodesOf(call['arguments']).map(each => constantOf(each, scope, budget))
  const texts = given.filter(each => each !== undefined)
  if (!callee || texts.length < given.length) return [unseen]
  const whole = (text: string | undefined) => [text === undefined ? unseen : { text, isWhole: true }]
  if (callee.type === 'Identifier') {
    if (callee['name'] === 'atob') return whole(Buffer.from(texts[0] ?? '', 'base64').toString('latin1'))
    return [unseen]
  }
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return [unseen]
  const name = String(bare(callee['property'])?.['name'])
  const object = bare(callee['object'])
  if (name === 'fromCharCode') return whole(String.fromCharCode(...texts.map(Number)))
  if (name === 'concat') return joined(beginningsOf(object, scope, budget), whole(texts.join('')))
  if (name === 'join') {
    const list = listOf(object, scope, budget)
    return whole(list?.join(texts[0] ?? ','))
  }
  return [unseen]
}

/** The texts of an array that stands in the script, also turned around: `[…].reverse()`, `'…'.split('')`. */
function listOf(node: Node | undefined, scope: Scope | undefined, budget: Budget): readonly string[] | undefined {
  if (node?.type === 'ArrayExpression') {
    const texts = nodesOf(node['elements']).map(each => constantOf(each, scope, budget))
    return texts.every(each => each !== undefined) ? texts : undefined
  }
  const callee = node?.type === 'CallExpression' ? bare(node['callee']) : undefined
  if (!callee || callee.type !== 'MemberExpression' || callee['computed'] === true) return undefined
  const name = String(bare(callee['property'])?.['name'])
  if (name === 'reverse') return listOf(bare(callee['object']), scope, budget)?.toReversed()
  const text = name === 'split' ? constantOf(callee['object'], scope, budget) : undefined
  const separator = constantOf(nodesOf(node?.['arguments'])[0], scope, budget)
  return text === undefined || separator === undefined ? undefined : text.split(separator)
}
