import { listNodes, type Context, type Node, type Visitor } from './rule.ts'

const formats =
  'Use the formats of @adcoin/i18n, and Amount of @adcoin/ui for money: each language writes them its way.'

/** Money is a decimal text, never a number; numbers and dates are written as the person's language does. */
export function checkFormats(context: Context): Visitor {
  const { sourceCode } = context
  return {
    CallExpression: node => {
      const [called = ''] = /\.\w+$/.exec(sourceCode.getText(node['callee'] as Node)) ?? []
      const isWritten = /^\.(toLocale(Date|Time)?String|toFixed|toPrecision)$/.test(called)
      // Swedish is the format of machines, `2026-11-28`.
      if (isWritten && listNodes(node['arguments'])[0]?.['value'] !== 'sv-SE')
        context.report({ node, message: `${called} is not for people. ${formats}` })
    },
    BinaryExpression: node => {
      const isHundredth = node['operator'] === '/' && (node['right'] as Node)['value'] === 100
      if (isHundredth)
        context.report({ node, message: `The service sends decimal amounts: nothing is divided by 100. ${formats}` })
    },
  }
}

/** An address carries nothing personal and stays in the app; that its screen exists is its type. */
export function checkSafeAddresses(context: Context): Visitor {
  const { sourceCode } = context
  const checkQuery = (node: Node, text: string) => {
    if (/^[^?]*\/[^?]*\?(?:.*&)?(phone|mobile|email|password|token)=/.test(text))
      context.report({ node, message: 'An address stays in histories and logs: pass what is personal as state.' })
  }
  return {
    JSXAttribute: node => {
      const [name, value] = [sourceCode.getText(node['name'] as Node), readText(node['value'] as Node | undefined)]
      if (/^(to|backTo)$/.test(name)) checkQuery(node, value)
      if (name === 'href' && value.startsWith('/'))
        context.report({ node, message: 'href leaves the app and loads it again: use `to`.' })
      if (name === 'src' && /^https?:/.test(value))
        context.report({ node, message: 'The policy of the page blocks other hosts: put the file into the release.' })
    },
    CallExpression: node => {
      if (/^(navigate|useBack)$/.test(sourceCode.getText(node['callee'] as Node)))
        checkQuery(node, readText(listNodes(node['arguments'])[0]))
    },
  }

  function readText(node: Node | undefined): string {
    if (node?.type === 'JSXExpressionContainer') return readText(node['expression'] as Node)
    return node ? sourceCode.getText(node).replace(/^['"`]/, '') : ''
  }
}

/** A key that is new at each draw makes React throw away what is on screen: fields lose their text and focus. */
export function checkStableKeys(context: Context): Visitor {
  return {
    JSXAttribute: node => {
      const text = context.sourceCode.getText(node)
      if (/^key=.*\b(Math\.random|Date\.now|randomUUID)\(/.test(text))
        context.report({ node, message: 'This key is new at each draw: use an id of the item.' })
    },
  }
}

/** A subscription ends with the screens of its release, or the next release hears each event twice. */
export function checkEndedListeners(context: Context): Visitor {
  const { sourceCode } = context
  return {
    CallExpression: node => {
      const called = sourceCode.getText(node['callee'] as Node)
      const isDropped = called === 'bus.on' && node.parent?.type === 'ExpressionStatement'
      if (isDropped || (called === 'bus.scope' && listNodes(node['arguments']).length < 2))
        context.report({ node, message: 'It never ends: use useEvent, or bus.scope(name, signal) in `start`.' })
    },
  }
}

/** A test that is switched off by hand tests nothing, and stays off. */
export function checkRunningTests(context: Context): Visitor {
  return {
    CallExpression: node => {
      const called = context.sourceCode.getText(node['callee'] as Node)
      const isOff = /^(?:it|test|describe|suite)\.(?:skip|only|todo|fixme)$/.test(called)
      if (isOff && isTitled(node))
        context.report({ node, message: `${called} keeps tests from running: repair the test or remove it.` })
    },
  }
}

/** `test.skip(condition, …)` of Playwright has no title. */
const isTitled = (node: Node): boolean => typeof listNodes(node['arguments'])[0]?.['value'] === 'string'
