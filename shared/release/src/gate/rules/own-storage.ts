import { refuse, type Refusal } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { callsOf, scriptsOf, type Script } from '../scripts/read-scripts.ts'
import type { Placed } from '../scripts/scopes.ts'
import { bare, isNode, literal, nameOf, objectOf, type Node } from '../scripts/syntax.ts'

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
    ...script.nodes.flatMap(placed => touched(app, placed)),
    ...undeclared(app, build.storage, script),
  ])
}

function touched(app: string, placed: Placed): readonly Refusal[] {
  const { node, place } = placed
  const remedy = 'Use defineDraft of @adcoin/remote/pages; only the shell reads and writes the session.'
  const store = storeOf(placed)
  if (store !== undefined) return [refuse(rule, `${app}: ${place}`, `it uses ${store} itself`, remedy)]
  const text = node.type === 'TemplateElement' ? cookedOf(node) : node.type === 'Literal' ? literal(node) : undefined
  const [key] = /^adcoin\.[\w.]*/.exec(text ?? '') ?? []
  return key === undefined ? [] : [refuse(rule, `${app}: ${place}`, `it names the stored ${key} itself`, remedy)]
}

function storeOf({ node, parent, key }: Placed): string | undefined {
  if (node.type === 'MemberExpression') {
    const name = nameOf(node) ?? ''
    const isCookie = name === 'cookie' && nameOf(objectOf(node)) === 'document'
    return isCookie ? 'document.cookie' : stores.find(store => store === name && store !== 'Storage')
  }
  if (node.type !== 'Identifier') return undefined
  // A key counts, because it may take the store out of `window`: `const { localStorage: store } = window`.
  const isPart = parent?.type === 'MemberExpression' && key === 'property' && parent['computed'] !== true
  return isPart ? undefined : stores.find(store => store === node['name'])
}

function cookedOf(node: Node): string {
  const value = node['value']
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}

/** The build reads definitions out of the sources; here stands what was made of them. */
function undeclared(app: string, storage: readonly string[], script: Script): readonly Refusal[] {
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
