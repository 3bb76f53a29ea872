import { listNodes, type Context, type Node, type Visitor } from './rule.ts'

/** Chinese has no space between two sentences: each language joins texts in its own way. */
export function checkJoinedTexts(context: Context): Visitor {
  const message = 'A space between two texts is not the same in every language: use joined() of @adcoin/i18n/formats.'
  const { sourceCode } = context
  const isText = (node: Node | undefined) => /^\{?t\(/.test(node ? sourceCode.getText(node) : '')
  return {
    JSXText: node => {
      const children = listNodes(node.parent?.['children'])
      const at = children.indexOf(node)
      if (node['value'] === ' ' && isText(children[at - 1]) && isText(children[at + 1]))
        context.report({ node, message })
    },
    TemplateLiteral: node => {
      const [quasis, expressions] = [listNodes(node['quasis']), listNodes(node['expressions'])]
      const between = (at: number) => isText(expressions[at - 1]) && isText(expressions[at])
      const gap = quasis.find((part, at) => (part['value'] as { raw: string }).raw === ' ' && between(at))
      if (gap) context.report({ node: gap, message })
    },
  }
}

/** A field whose value follows the address loses letters: a navigation is slower than the typing. */
export function checkAddressFields(context: Context): Visitor {
  const { sourceCode } = context
  const names: string[] = []
  const reads = (text: string) => names.some(name => new RegExp(String.raw`\b${name}\b`).test(text))
  return {
    VariableDeclarator: ({ id, init }) => {
      const text = init ? sourceCode.getText(init as Node) : ''
      // A hook's state may begin with the address; it does not follow it.
      if (!text.startsWith('useSearchParams(') && (/^use[A-Z]/.test(text) || !reads(text))) return
      const [first] = sourceCode.getText(id as Node).match(/\w+/) ?? []
      if (first) names.push(first)
    },
    JSXAttribute: node => {
      const field = sourceCode.getText(node.parent?.['name'] as Node)
      const text = sourceCode.getText(node)
      if (/^(?:input|textarea|\w+Field)$/.test(field) && text.startsWith('value=') && reads(text))
        context.report({
          node,
          message: 'A field never follows the address: keep the typed text in state that begins with it.',
        })
    },
  }
}
