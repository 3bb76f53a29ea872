import { takenOf, type Taken } from '../scripts/browser.ts'
import { beginningsOf, givenTo } from '../scripts/written-texts.ts'
import type { Script } from '../scripts/read-scripts.ts'
import type { Scope } from '../scripts/scopes.ts'
import { scriptRule, type Wrong } from '../scripts/script-rule.ts'
import { bare, nameOf, nodesOf, objectOf, type Node } from '../scripts/syntax.ts'

const rule = 'own-hosts'
/** What asks an address that it is given first. */
const asking = ['fetch', 'EventSource', 'WebSocket', 'Worker', 'SharedWorker']
/** What opens a connection of its own: the addresses it asks later cannot be seen in the script. */
const opening = ['XMLHttpRequest', 'WebTransport', 'WebSocketStream', 'RTCPeerConnection', 'webkitRTCPeerConnection']

/**
 * A remote asks the service through `@adcoin/http`, and its own release for files. Any other host would learn what this
 * person does here, and could answer with anything. An address that is made at run time must begin like one of this
 * site.
 */
export const ownHosts = scriptRule(
  rule,
  'Ask the service with the calls of @adcoin/http; import files of this release by a relative path.',
  script => [...takenOf(script).flatMap(foreignRequests), ...foreignImports(script)],
)

function foreignRequests({ path, use, given, placed }: Taken): readonly Wrong[] {
  const [first = '', ...rest] = path
  const wrong = (says: string): readonly Wrong[] => [{ placed, says }]
  if (use === 'looked') return []
  if (opening.includes(first)) return wrong(`it uses ${first}, which asks any host`)
  if (first === 'navigator') {
    if (rest.length === 0 || rest[0] === '*') return wrong('it hands the navigator on, which sends to any host')
    if (rest[0] === 'serviceWorker') return wrong('it uses service workers, which are the shell’s')
    if (rest[0] !== 'sendBeacon') return []
  } else if (!asking.includes(first)) return []
  const name = path.join('.')
  if (use !== 'called' || (first !== 'navigator' && rest.length > 0))
    return wrong(`it hands on ${name}, so nobody can see whom it asks`)
  return isOwn(given[0], placed.scope) ? [] : wrong(`it asks a host by ${name} that is not plainly this one`)
}

function foreignImports({ nodes }: Script): readonly Wrong[] {
  return nodes.flatMap(placed => {
    const { node, scope } = placed
    if (!/^(ImportExpression|ImportDeclaration|Export(All|Named)Declaration)$/.test(node.type) || !node['source'])
      return []
    return beginningsOf(node['source'], scope).every(({ text }) => text.startsWith('./'))
      ? []
      : [{ placed, says: 'it imports code that is not plainly of this release' }]
  })
}

/** `/app/x`, `./x.js`, and `new URL(…, import.meta.url)` of such a one. */
function isOwn(address: unknown, scope: Scope, depth = 0): boolean {
  const node = bare(address)
  if (!node || depth > 4) return false
  if (node.type === 'Identifier') {
    const given = givenTo(String(node['name']), scope)
    return given?.every(each => isOwn(each.value, each.scope, depth + 1)) ?? false
  }
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'URL') {
    const [path, base] = nodesOf(node['arguments'])
    return isOwnText(path, scope) && isPage(base)
  }
  return isOwnText(node, scope)
}

/** Two slashes, in any of their spellings, name another host; a beginning of nothing may be anything. */
function isOwnText(node: unknown, scope: Scope): boolean {
  return beginningsOf(node, scope).every(({ text }) => /^\.{1,2}\//.test(text) || /^\/[^/\\\s\u0000-\u0020]/.test(text))
}

/** `import.meta.url`, `location.href`, `location.origin`. */
function isPage(value: unknown): boolean {
  const node: Node | undefined = bare(value)
  if (node?.type !== 'MemberExpression' || node['computed'] === true) return false
  const of = objectOf(node)
  const name = nameOf(node) ?? ''
  if (of?.type === 'MetaProperty') return name === 'url'
  return nameOf(of) === 'location' && ['href', 'origin'].includes(name)
}
