import type { Context, Node, Visitor } from './rule.ts'

/** People see no class: a test finds what they see by its role and name, and survives another look. */
export function checkRoleSelectors(context: Context): Visitor {
  const check = (node: Node, text: unknown) => {
    const [selector] = (typeof text === 'string' && /\.ac-[a-z][\w-]*/.exec(text)) || []
    if (selector)
      context.report({
        node,
        message: `"${selector}" is a class: find the element by its role and name, as people do.`,
      })
  }
  return {
    Literal: node => check(node, node['value']),
    TemplateElement: node => check(node, (node['value'] as { raw: string }).raw),
  }
}

const mostLetters = 90

/** A title is read in one line of a report. */
export function checkShortTitles(context: Context): Visitor {
  return {
    CallExpression: node => {
      const called = context.sourceCode.getText(node['callee'] as Node)
      if (!/^(?:it|test|describe)\b/.test(called) || /^test\.(?:step|use)\b/.test(called)) return
      const [title] = node['arguments'] as readonly Node[]
      const text = readTitle(title)
      if (text !== undefined && text.length > mostLetters)
        context.report({ node, message: `A title has at most ${mostLetters} letters; this one has ${text.length}.` })
    },
  }
}

function readTitle(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node?.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as readonly Node[]).map(part => (part['value'] as { raw: string }).raw).join('')
}
