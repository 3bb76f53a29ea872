import { refuse, type Refusal } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { takenOf, type Taken } from '../scripts/browser.ts'
import { beginningsOf } from '../scripts/written-texts.ts'
import { callsOf, scriptsOf, type Script } from '../scripts/read-scripts.ts'
import type { Placed } from '../scripts/scopes.ts'
import { bare, isNode, literal, nameOf, type Node } from '../scripts/syntax.ts'

const rule = 'own-storage'
const stores = ['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore', 'Storage']

/**
 * A remote keeps things in the browser by `defineDraft` alone, under keys that its release names: the session is the
 * shell's, and what nobody knows of makes a rollback unsafe. Like every rule about scripts it is against mistakes.
 */
export const ownStorage: CandidateRule = candidate => {
  const { app, build } = candidate
  if (app === 'shell') return []
  return scriptsOf(candidate).flatMap(script => [
    ...once([
      ...script.nodes.flatMap(placed => foreignKeyUses(app, placed)),
      ...takenOf(script).flatMap(taken => storeTaken(app, taken)),
    ]),
    ...undeclaredDrafts(app, build.storage, script),
  ])
}

const remedy = 'Use defineDraft of @adcoin/remote/pages; only the shell reads and writes the session.'
const using = (app: string, place: string, store: string) =>
  refuse(rule, `${app}: ${place}`, `it uses ${store} itself`, remedy)

function once(refusals: readonly Refusal[]): readonly Refusal[] {
  return [...new Map(refusals.map(each => [`${each.place} ${each.says}`, each])).values()]
}

function storeTaken(app: string, { path, use, placed }: Taken): readonly Refusal[] {
  const [first = '', second] = path
  if (use === 'looked') return []
  if (first === 'document' && second === 'cookie') return [using(app, placed.place, 'document.cookie')]
  return stores.includes(first) ? [using(app, placed.place, first)] : []
}

function foreignKeyUses(app: string, placed: Placed): readonly Refusal[] {
  const { place } = placed
  const store = storeOf(placed)
  if (store !== undefined) return [using(app, place, store)]
  const [key] = textsOf(placed).flatMap(text => /^adcoin\.[\w.]*/.exec(text) ?? [])
  return key === undefined ? [] : [refuse(rule, `${app}: ${place}`, `it names the stored ${key} itself`, remedy)]
}

/** The texts that a node can begin with, for those that write one: also where it is put together from pieces. */
function textsOf({ node, parent, scope }: Placed): readonly string[] {
  if (node.type === 'TemplateElement') return [cookedOf(node)]
  const isWritten =
    /^(Literal|TemplateLiteral|BinaryExpression)$/.test(node.type) ||
    (node.type === 'CallExpression' && /^(join|concat|atob|fromCharCode)$/.test(nameOf(node['callee']) ?? ''))
  // Of a sum the whole is looked at, once.
  if (!isWritten || (node.type === 'BinaryExpression' && parent?.node.type === 'BinaryExpression')) return []
  return beginningsOf(node, scope).map(({ text }) => text)
}

function storeOf({ node, parent, key }: Placed): string | undefined {
  if (node.type === 'MemberExpression') {
    const name = nameOf(node) ?? ''
    return stores.find(store => store === name && store !== 'Storage')
  }
  if (node.type !== 'Identifier') return undefined
  // A key counts, because it may take the store out of `window`: `const { localStorage: store } = window`.
  const isPart = parent?.node.type === 'MemberExpression' && key === 'property' && parent.node['computed'] !== true
  return isPart ? undefined : stores.find(store => store === node['name'])
}

function cookedOf(node: Node): string {
  const value = node['value']
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}

/** The build reads definitions out of the sources; here stands what was made of them. */
function undeclaredDrafts(app: string, storage: readonly string[], script: Script): readonly Refusal[] {
  return callsOf(script).flatMap(({ callee, given, place }) => {
    if (nameOf(callee) !== 'defineDraft') return []
    const reference = referenceOf(bare(given[0]))
    return reference !== undefined && storage.includes(reference)
      ? []
      : [
          refuse(
            rule,
            `${app}: ${place}`,
            `it keeps ${reference ?? 'something'} that the release does not name`,
            "Give defineDraft the remote's own owner, a name and a version as literals, and build the app again.",
          ),
        ]
  })
}

function referenceOf(definition: Node | undefined): string | undefined {
  const properties = definition?.['properties']
  if (!Array.isArray(properties)) return undefined
  const of = (name: string): unknown => {
    const property: unknown = properties.find(each => isNode(each) && nameOf(each['key']) === name)
    return isNode(property) ? (bare(property['value'])?.['value'] ?? literal(property['value'])) : undefined
  }
  return `${String(of('owner'))}.${String(of('name'))}@${String(of('version'))}`
}
