import { parse, type DefaultTreeAdapterTypes } from 'parse5'

/** The parts of a page that a browser reads before it runs anything. */
export type PageParts = {
  /** The page's own script policy. */
  readonly policy: string
  /** Text of every inline script: boot script and import map. */
  readonly inlineScripts: readonly string[]
  /** Scripts, styles and icons that the page asks for, with their `integrity`. */
  readonly files: ReadonlyMap<string, string | undefined>
  /** Address of a script to its hash. */
  readonly importMap: Readonly<Record<string, string>>
  readonly registry: unknown
}

/** Reads a composed page with a real parser. */
export function readPage(html: string): PageParts {
  const elements = [...elementsOf(parse(html))]
  const scripts = elements.filter(({ tagName }) => tagName === 'script')
  const typed = (type: string) => scripts.filter(each => attribute(each, 'type') === type).map(textOf)
  const metas = elements.filter(each => attribute(each, 'http-equiv')?.toLowerCase() === 'content-security-policy')
  const files = new Map<string, string | undefined>()
  for (const each of elements) {
    const address = attribute(each, each.tagName === 'script' ? 'src' : 'href')
    if ((each.tagName === 'script' || each.tagName === 'link') && address !== undefined)
      files.set(address, attribute(each, 'integrity') ?? files.get(address))
  }
  const map = json(typed('importmap')[0]) as { integrity?: Record<string, string> } | undefined
  return {
    policy: metas.map(each => attribute(each, 'content') ?? '').join('; '),
    inlineScripts: scripts
      .filter(each => attribute(each, 'src') === undefined && attribute(each, 'type') !== 'application/json')
      .map(textOf),
    files,
    importMap: map?.integrity ?? {},
    registry: json(typed('application/json')[0]),
  }
}

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find(each => each.name === name)?.value
}

function textOf(element: Element): string {
  return element.childNodes.map(child => ('value' in child ? child.value : '')).join('')
}

function json(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
