import { declarationOf, type Given, type Scope } from './scopes.ts'
import { bare, nodesOf, type Node } from './syntax.ts'

/** The beginning of a text, and whether it is the whole text. */
export type Beginning = { readonly text: string; readonly isWhole: boolean }

const most = 16
/** Most expressions that are evaluated for one answer: code may be written to have no end. */
const patience = 100
type Budget = { left: number }

/**
 * The constant text of an expression: put together from pieces, or held by a variable that gets nothing else. Undefined
 * for texts that are made at run time.
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

/** Pieces of a template in their order. */
function partsOf(template: Node): readonly Node[] {
  return [...nodesOf(template['quasis']), ...nodesOf(template['expressions'])].toSorted((a, b) => a.start - b.start)
}

function cookedOf({ value }: Node): Beginning {
  const text = typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
  return { text, isWhole: true }
}
