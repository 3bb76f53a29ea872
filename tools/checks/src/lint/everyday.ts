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

/** The contract's fields of money: decimal texts, so '9' > '100' is true and a number loses units. */
const moneyField = /(?:^|\.)(?:amount|\w+_amount|balance|reward|fee|payout)$/

/** Amounts are counted as BigInt: neither as numbers nor letter by letter. */
export function checkMoney(context: Context): Visitor {
  const isMoney = (node: unknown) => moneyField.test(readMember(context, node as Node))
  const report = (node: Node) =>
    context.report({ node, message: 'An amount is a text of minor units: count and compare it with BigInt(…).' })
  return {
    CallExpression: node => {
      const called = context.sourceCode.getText(node['callee'] as Node)
      if (/^(?:Number|(?:Number\.)?parse(?:Int|Float))$/.test(called) && isMoney(listNodes(node['arguments'])[0]))
        report(node)
    },
    UnaryExpression: node => {
      if (node['operator'] === '+' && isMoney(node['argument'])) report(node)
    },
    BinaryExpression: node => {
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      const isText = ({ type, value }: Node) => type === 'Literal' && typeof value === 'string'
      if (!/^[<>]=?$/.test(String(node['operator']))) return
      if ((isMoney(left) && (isMoney(right) || isText(right))) || (isText(left) && isMoney(right))) report(node)
    },
  }
}

/** The text of a name or member; of `amount ?? '0'` that of `amount`. */
function readMember({ sourceCode }: Context, node: Node | undefined): string {
  const inner = node?.type === 'LogicalExpression' ? (node['left'] as Node) : node
  return inner ? sourceCode.getText(inner).replaceAll('?.', '.') : ''
}

/** `rows.length && <p>` draws 0 where the list is empty. */
export function checkDrawnZero(context: Context): Visitor {
  return {
    LogicalExpression: node => {
      const isDrawn = node['operator'] === '&&' && node.parent?.type === 'JSXExpressionContainer'
      if (!isDrawn || !/(?:\.length|[cC]ount)$/.test(context.sourceCode.getText(node['left'] as Node))) return
      context.report({ node, message: 'It draws 0 where there is none: compare with > 0.' })
    },
  }
}

/** A screen reader names a field by its label. */
export function checkNamedFields({ sourceCode, report }: Context): Visitor {
  return {
    JSXOpeningElement: node => {
      const isField = /^(?:input|select|textarea)$/.test(sourceCode.getText(node['name'] as Node))
      const named = /^(?:aria-label|aria-labelledby|id|\{\.\.\.|hidden\b|type="hidden")/
      if (!isField || listNodes(node['attributes']).some(each => named.test(sourceCode.getText(each)))) return
      for (let above = node.parent; above; above = above.parent) {
        const opening = above['openingElement'] as Node | undefined
        if (opening && /^label$/i.test(sourceCode.getText(opening['name'] as Node))) return
      }
      report({ node, message: 'This field has no name: put it into a <label>, or use a field of @adcoin/ui.' })
    },
  }
}

/** `sort` and `reverse` change the list of all who hold it: React does not see that. */
export function checkHeldLists(context: Context): Visitor {
  return {
    CallExpression: node => {
      const { type, object, property } = node['callee'] as Node & { readonly object?: Node; readonly property?: Node }
      const name = property?.['name']
      if (type !== 'MemberExpression' || (name !== 'sort' && name !== 'reverse')) return
      if (object?.type !== 'Identifier' && object?.type !== 'MemberExpression') return
      const other = name === 'sort' ? 'toSorted' : 'toReversed'
      context.report({ node, message: `.${name} changes the list for all who hold it: use .${other}().` })
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

/** A test that expects nothing passes whatever the code does. */
export function checkExpectingTests(context: Context): Visitor {
  const { sourceCode } = context
  return {
    CallExpression: node => {
      const called = sourceCode.getText(node['callee'] as Node)
      if (!/^(?:it|test)(?:\.each\b|$)/.test(called) || !isTitled(node)) return
      if (!/\bexpect/.test(sourceCode.getText(node)))
        context.report({ node, message: 'It expects nothing, so it passes whatever the code does.' })
    },
  }
}

/** `test.skip(condition, …)` of Playwright has no title. */
const isTitled = (node: Node): boolean => typeof listNodes(node['arguments'])[0]?.['value'] === 'string'
