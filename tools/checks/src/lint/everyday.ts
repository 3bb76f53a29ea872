import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alwaysPaths, shellPaths } from '@adcoin/contract'
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

/** A literal address is a route of a manifest or a screen of the shell, carries nothing personal, and stays here. */
export function checkKnownAddresses(context: Context): Visitor {
  const { sourceCode, cwd } = context
  const known = listAddresses(cwd)
  const check = (node: Node, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('/')) return
    const [path = '', query = ''] = value.split(/(?=[?#])/, 2)
    if (known && !known.some(pattern => pattern.test(path)))
      context.report({ node, message: `No manifest has the address ${path}: use appPaths of @adcoin/router.` })
    if (/[?&](phone|mobile|email|password|token)=/.test(query))
      context.report({ node, message: 'An address stays in histories and logs: pass what is personal as state.' })
  }
  const readValue = (node: Node | undefined): unknown =>
    node?.type === 'JSXExpressionContainer'
      ? readValue(node['expression'] as Node)
      : node?.type === 'TemplateLiteral'
        ? sourceCode
            .getText(node)
            .slice(1, -1)
            .replaceAll(/\$\{[^}]*\}/g, '1')
        : node?.['value']
  return {
    JSXAttribute: node => {
      const name = sourceCode.getText(node['name'] as Node)
      const value = readValue(node['value'] as Node)
      if (/^(to|backTo|href)$/.test(name)) check(node, value)
      if (name === 'src' && /^https?:/.test(String(value)))
        context.report({ node, message: 'The policy of the page blocks other hosts: put the file into the release.' })
    },
    CallExpression: node => {
      if (/^(navigate|useBack|withQuery)$/.test(sourceCode.getText(node['callee'] as Node)))
        check(node, readValue(listNodes(node['arguments'])[0]))
    },
  }
}

/** All addresses of this repository; undefined in a team's own, which knows no other remotes. */
function listAddresses(cwd: string): readonly RegExp[] | undefined {
  const manifests = globSync('remote-*/remote.json', { cwd })
  if (manifests.length < 2) return undefined
  const routes = manifests.flatMap(file => {
    const manifest = JSON.parse(readFileSync(join(cwd, file), 'utf8')) as { routes?: readonly { path: string }[] }
    return manifest.routes?.map(({ path }) => path) ?? []
  })
  return [...routes, ...shellPaths, ...alwaysPaths].map(path => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`))
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
