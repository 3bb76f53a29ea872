import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** Origin of a name in a file: a declaration in it, or another module. */
type Origin = { readonly declared: readonly Node[] } | { readonly from: string; readonly name: string }
type DeclarationFile = {
  readonly text: string
  readonly names: ReadonlyMap<string, Origin>
  /** Exported name to the name inside, types left out. */
  readonly values: ReadonlyMap<string, Origin | string>
}

const values = new Set(['VariableDeclaration', 'TSDeclareFunction', 'FunctionDeclaration', 'ClassDeclaration'])

/**
 * Every run-time export of a module, with a short hash of its declaration: its own, and those that it names inside its
 * package. Declarations of other packages count by name.
 *
 * @param entry  declarations of the module, written by `withDeclarations`
 * @throws for `export *`, which would export names implicitly
 */
export function readShapes(entry: string): Readonly<Record<string, string>> {
  const read = createReader()
  const shapes = [...read(entry).values].map(([name, inside]) => {
    const found = new Set<string>()
    collect(read, entry, inside, found)
    return [
      name,
      createHash('sha256')
        .update([...found].sort().join('\n'))
        .digest('hex')
        .slice(0, 8),
    ] as const
  })
  return Object.fromEntries(shapes.sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Read = (file: string) => DeclarationFile

/** Adds the declarations that a name depends on to the found ones. */
function collect(read: Read, file: string, name: Origin | string, found: Set<string>): void {
  const origin = typeof name === 'string' ? read(file).names.get(name) : name
  if (!origin) return
  if ('from' in origin) {
    const next = origin.from.startsWith('.') ? findDeclarations(file, origin.from) : undefined
    if (next === undefined) found.add(`${origin.from}#${origin.name}`)
    else collect(read, next, findExport(read(next), origin.name), found)
    return
  }
  for (const node of origin.declared) {
    const text = read(file).text.slice(node.start, node.end)
    if (found.has(text)) continue
    found.add(text)
    walk(node, each => {
      if (each.type === 'Identifier') collect(read, file, String(each['name']), found)
      const brought = readImportedType(each)
      if (brought) collect(read, file, brought, found)
    })
  }
}

function findExport(file: DeclarationFile, name: string): Origin | string {
  return file.values.get(name) ?? name
}

/** `import("./bus.ts").Emitter` in a type that was inferred. */
function readImportedType(node: Node): Origin | undefined {
  if (node.type !== 'TSImportType') return undefined
  const [from, qualifier] = [node['source'] as Node | undefined, node['qualifier'] as Node | undefined]
  return typeof from?.['value'] === 'string'
    ? { from: from['value'], name: String(qualifier?.['name'] ?? '*') }
    : undefined
}

/** The declarations of a relative import; undefined for what has none, as a language file. */
function findDeclarations(file: string, request: string): string | undefined {
  return /\.tsx?$/.test(request) ? join(file, '..', request).replace(/\.tsx?$/, '.d.ts') : undefined
}

function createReader(): Read {
  const known = new Map<string, DeclarationFile>()
  return file => {
    const before = known.get(file)
    if (before) return before
    const parsed = parse(file)
    known.set(file, parsed)
    return parsed
  }
}

function parse(file: string): DeclarationFile {
  const text = readFileSync(file, 'utf8')
  const tree = parseAst(text, { lang: 'dts', astType: 'ts' }) as unknown as { body: readonly Node[] }
  const names = new Map<string, Origin>()
  const exported = new Map<string, Origin | string>()
  for (const node of tree.body) {
    if (node.type === 'ExportAllDeclaration') throw new Error(`${file}: export the names that are meant, not *`)
    const declaration = (node['declaration'] as Node | null | undefined) ?? node
    for (const name of listDeclared(declaration)) {
      const before = names.get(name)
      // Overloads of a function are several declarations of one name.
      names.set(name, { declared: [...(before && 'declared' in before ? before.declared : []), declaration] })
      if (node !== declaration && values.has(declaration.type)) exported.set(name, name)
    }
    const from = (node['source'] as Node | null | undefined)?.['value']
    for (const specifier of (node['specifiers'] ?? []) as readonly Node[])
      readSpecifier(node, specifier, typeof from === 'string' ? from : undefined, names, exported)
  }
  return { text, names, values: exported }
}

function readSpecifier(
  node: Node,
  specifier: Node,
  from: string | undefined,
  names: Map<string, Origin>,
  exported: Map<string, Origin | string>,
): void {
  const nameAt = (key: string) => String((specifier[key] as Node | null | undefined)?.['name'] ?? '*')
  if (node.type === 'ImportDeclaration') {
    names.set(nameAt('local'), { from: from ?? '', name: nameAt('imported') })
    return
  }
  // A re-exported type is found by name from inside, and does not exist at run time.
  const isType = node['exportKind'] === 'type' || specifier['exportKind'] === 'type'
  const origin = from === undefined ? nameAt('local') : { from, name: nameAt('local') }
  if (!isType) exported.set(nameAt('exported'), origin)
  else if (from !== undefined && !names.has(nameAt('exported')))
    names.set(nameAt('exported'), { from, name: nameAt('local') })
}

function listDeclared(node: Node): readonly string[] {
  const declarators = node['declarations'] as readonly Node[] | undefined
  const ids = declarators ? declarators.map(each => each['id']) : [node['id']]
  return ids.flatMap(id => (isNode(id) && typeof id['name'] === 'string' ? [id['name']] : []))
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  if (!isNode(value)) return
  visit(value)
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
