import { nameOf, bare, nodesOf, objectOf, type Node } from './syntax.ts'
import type { Placed, Scope } from './scopes.ts'
import { keyName, memberName, takenOf, type TakenNames } from './taken.ts'
import { beginningsOf, constantOf, givenTo } from './written-texts.ts'

/** A place at which a remote uses something that it must not use. */
export type ForbiddenUse = { readonly rule: UseRule; readonly says: string; readonly placed: Placed }
export type UseRule = keyof typeof remedies

/** The remedy of each rule. */
export const remedies = {
  'document-stays': 'Draw with React below your own area; documents of others belong behind a link.',
  'location-stays':
    'Go to screens with useNavigate or Link of @adcoin/router, and to other sites with a link of @adcoin/ui.',
  'no-evaluation':
    'Write the code itself: a function for the timer, JSON.parse for data, import() for a file of this release.',
  'own-hosts':
    'Ask the service with the calls of @adcoin/http (useCall, useSubmit, send); import files by a relative path.',
  'own-storage': 'Use defineDraft of @adcoin/remote/pages; only the shell reads and writes the session.',
  'plain-globals': 'Name what you use of it where you use it: `window.innerWidth`, `const { innerWidth } = window`.',
} as const

/** Exceptions of this repository's own apps, with the number of places and the reason. */
export const exceptions: Readonly<
  Record<string, Partial<Readonly<Record<UseRule, { readonly places: number; readonly why: string }>>>>
> = {
  'remote-auth': {
    'location-stays': { places: 1, why: 'Signing in with Google leaves the page for Google, and comes back.' },
  },
}

type Row = {
  readonly rule: UseRule
  /** Names below the global object, each with all that is below it. */
  readonly names: readonly string[]
  /** Why this use is refused; undefined where it is allowed. `rest`: the path below the name. */
  readonly why: (taken: TakenNames, name: string, rest: readonly string[]) => string | undefined
  /** Built code has it from the bundler or from what it shares, so only sources are held to it. */
  readonly isOfSources?: true
}

const always =
  (says: (name: string) => string): Row['why'] =>
  (_, name) =>
    says(name)

/** The one table of what a remote must not use of the browser's globals. Comparing or asking for a type is no use. */
const rows: readonly Row[] = [
  {
    rule: 'own-storage',
    names: ['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore', 'Storage', 'document.cookie'],
    why: always(name => `it uses ${name} itself`),
  },
  {
    rule: 'own-hosts',
    names: ['XMLHttpRequest', 'WebTransport', 'WebSocketStream', 'RTCPeerConnection', 'webkitRTCPeerConnection'],
    why: always(name => `it uses ${name}, which asks any host`),
  },
  { rule: 'own-hosts', names: ['navigator.serviceWorker'], why: always(() => 'it uses service workers of the shell') },
  {
    rule: 'own-hosts',
    names: ['fetch', 'EventSource', 'WebSocket', 'Worker', 'SharedWorker', 'navigator.sendBeacon'],
    why: whyForeignHost,
  },
  { rule: 'own-hosts', names: ['navigator'], why: (_, __, rest) => (isOpen(rest) ? handsOn('navigator') : undefined) },
  {
    rule: 'own-hosts',
    names: ['fetch', 'EventSource', 'WebSocket', 'caches'],
    why: always(name => `it uses ${name} itself`),
    isOfSources: true,
  },
  { rule: 'no-evaluation', names: ['eval'], why: always(() => 'it evaluates text (eval)') },
  { rule: 'no-evaluation', names: ['Function'], why: whyMakesFunctions },
  {
    rule: 'no-evaluation',
    names: ['trustedTypes', 'importScripts', 'execScript'],
    why: always(name => `it brings code by ${name}`),
  },
  { rule: 'no-evaluation', names: ['setTimeout', 'setInterval'], why: whyTextTimer },
  { rule: 'document-stays', names: ['document'], why: whyDocument },
  {
    rule: 'document-stays',
    names: ['document.title'],
    why: always(() => 'it touches the title, which is the title key of the route'),
    isOfSources: true,
  },
  { rule: 'location-stays', names: ['navigation'], why: always(() => 'it navigates by the browser, past the router') },
  {
    rule: 'location-stays',
    names: ['open'],
    why: always(() => 'it opens an address in place of the page, or beside it'),
  },
  { rule: 'location-stays', names: ['location'], why: whyLeaves },
  {
    rule: 'location-stays',
    names: ['history'],
    why: always(() => 'it touches the history, past the router'),
    isOfSources: true,
  },
  {
    rule: 'plain-globals',
    names: [''],
    why: ({ path, use }) =>
      path[0] === '*'
        ? 'it takes something of the global object by a name made at run time'
        : path.length === 0 && (use === 'kept' || use === 'called')
          ? 'it hands the global object on, so the use of it cannot be seen'
          : undefined,
  },
]

/**
 * Forbidden uses of a remote. `npm run check` and the build ask it of sources, the gate of built scripts.
 *
 * @param places    every node of one file
 * @param isSource  whether the file is written by people
 */
export function forbiddenUses(places: readonly Placed[], isSource: boolean): readonly ForbiddenUse[] {
  const found = [
    ...takenOf(places).flatMap(taken => usesOf(taken, isSource)),
    ...places.flatMap(placed => writtenAt(placed, isSource)),
  ]
  return [...new Map(found.map(use => [`${use.placed.node.start} ${use.rule} ${use.says}`, use])).values()]
}

function usesOf(taken: TakenNames, isSource: boolean): readonly ForbiddenUse[] {
  if (taken.use === 'looked') return []
  // The document's location is the page's.
  const path = taken.path[0] === 'document' && taken.path[1] === 'location' ? taken.path.slice(1) : taken.path
  return rows.flatMap(({ rule, names, why, isOfSources }) => {
    const name = names.find(each => each === '' || [path[0], path.slice(0, 2).join('.')].includes(each))
    if (name === undefined || (isOfSources && !isSource)) return []
    const says = why({ ...taken, path }, name, path.slice(name.split('.').length))
    return says === undefined ? [] : [{ rule, says, placed: taken.placed }]
  })
}

const handsOn = (name: string) => `it hands on ${name}, so what it asks or opens cannot be seen`
const isOpen = (rest: readonly string[]) => rest.length === 0 || rest[0] === '*'

function whyForeignHost({ use, given, placed }: TakenNames, name: string, rest: readonly string[]): string | undefined {
  if (use !== 'called' || rest.length > 0) return handsOn(name)
  return isOwnAddress(given[0], placed.scope) ? undefined : `it asks a host by ${name} that is not plainly this one`
}

/** `Function` by itself, and the ways from it to what makes functions. */
function whyMakesFunctions(_: TakenNames, __: string, rest: readonly string[]): string | undefined {
  const isRoundabout = rest.some(each => ['call', 'apply', 'bind', 'constructor', '*'].includes(each))
  return rest.length === 0 || (isRoundabout && !rest.includes('toString'))
    ? 'it makes functions of text (Function)'
    : undefined
}

function whyTextTimer({ use, given, placed }: TakenNames, name: string, rest: readonly string[]): string | undefined {
  if (rest.length > 0 || use === 'kept') return `it hands on ${name}, which may be given text`
  const node = bare(given[0])
  const isText =
    node !== undefined &&
    (/^(TemplateLiteral|SpreadElement)$/.test(node.type) ||
      (node.type === 'BinaryExpression' && node['operator'] === '+') ||
      beginningsOf(node, placed.scope).some(({ text, isWhole }) => isWhole || text !== ''))
  return isText ? `it gives ${name} text, which the browser would evaluate` : undefined
}

/** Elements that contain another document, run code, or change how this document is read. */
const elements = /^(script|iframe|frame|frameset|object|embed|portal|fencedframe|base|meta|link)$/i

function whyDocument({ use, given, placed }: TakenNames, _: string, [name]: readonly string[]): string | undefined {
  if (name === undefined) return use === 'kept' ? handsOn('document') : undefined
  if (name === '*') return 'it uses the document by a name that is made at run time'
  if (['open', 'write', 'writeln', 'close', 'execCommand'].includes(name))
    return `it writes the page anew by document.${name}`
  if (name !== 'createElement' && name !== 'createElementNS') return undefined
  if (use !== 'called') return handsOn(`document.${name}`)
  const tag = constantOf(name === 'createElement' ? given[0] : given[1], placed.scope)
  if (tag === undefined) return 'it makes an element whose name is made at run time'
  return elements.test(tag) ? `it makes a <${tag}> element` : undefined
}

const parts = ['href', 'hash', 'search', 'pathname', 'host', 'hostname', 'port', 'protocol']

function whyLeaves({ use }: TakenNames, _: string, [name, ...more]: readonly string[]): string | undefined {
  if (name === undefined) return use === 'kept' ? handsOn('location') : 'it writes the location'
  if (name === '*') return 'it uses the location by a name that is made at run time'
  if (['assign', 'replace', 'reload'].includes(name)) return `it loads another page by location.${name}`
  return parts.includes(name) && more.length === 0 && use === 'written' ? `it writes location.${name}` : undefined
}

/**
 * Uses that are found by their spelling: keys of the store, addresses that are code, frames, imports from elsewhere.
 */
function writtenAt(placed: Placed, isSource: boolean): readonly ForbiddenUse[] {
  const { node, scope } = placed
  const use = (rule: UseRule, says: string): readonly ForbiddenUse[] => [{ rule, says, placed }]
  if (/^(ImportExpression|ImportDeclaration|Export(All|Named)Declaration)$/.test(node.type))
    return isSource || !node['source'] || beginningsOf(node['source'], scope).every(({ text }) => text.startsWith('./'))
      ? []
      : use('own-hosts', 'it imports code that is not plainly of this release')
  if (node.type === 'MemberExpression' || node.type === 'Property')
    return /^srcdoc$/i.test((node.type === 'Property' ? keyName(placed) : memberName(placed)) ?? '')
      ? use('document-stays', 'it gives a frame a document of its own (srcdoc)')
      : []
  if (!/^(Literal|TemplateLiteral|BinaryExpression)$/.test(node.type)) return []
  const texts = beginningsOf(node, scope).map(({ text }) => text)
  // Of a sum the whole is looked at, once.
  const key = placed.parent?.node.type === 'BinaryExpression' ? undefined : texts.find(each => /^adcoin\.\w/.test(each))
  return [
    ...(key === undefined ? [] : use('own-storage', `it names the stored ${key} itself`)),
    ...(texts.some(text => /^\s*javascript:/i.test(text))
      ? use('no-evaluation', 'it has an address that is code (javascript:)')
      : []),
    ...(texts.some(text => /^srcdoc$/i.test(text))
      ? use('document-stays', 'it gives a frame a document of its own (srcdoc)')
      : []),
  ]
}

/** `/app/x`, `./x.js`, and `new URL(…, import.meta.url)` of such a one. */
function isOwnAddress(address: unknown, scope: Scope, depth = 0): boolean {
  const node = bare(address)
  if (!node || depth > 4) return false
  if (node.type === 'Identifier') {
    const given = givenTo(String(node['name']), scope)
    return given?.every(each => isOwnAddress(each.value, each.scope, depth + 1)) ?? false
  }
  if (node.type !== 'NewExpression' || nameOf(node['callee']) !== 'URL') return isOwnText(node, scope)
  const [path, base] = nodesOf(node['arguments'])
  return isOwnText(path, scope) && isPage(base)
}

/** Two slashes, in any of their spellings, name another host; a beginning of nothing may be anything. */
function isOwnText(node: unknown, scope: Scope): boolean {
  return beginningsOf(node, scope).every(({ text }) => /^\.{1,2}\//.test(text) || /^\/[^/\\\s\u0000-\u0020]/.test(text))
}

/** `import.meta.url`, `location.href`, `location.origin`. */
function isPage(value: unknown): boolean {
  const node: Node | undefined = bare(value)
  if (node?.type !== 'MemberExpression' || node['computed'] === true) return false
  const name = nameOf(node) ?? ''
  const of = objectOf(node)
  return of?.type === 'MetaProperty' ? name === 'url' : nameOf(of) === 'location' && /^(href|origin)$/.test(name)
}
