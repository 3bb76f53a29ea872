import { problemOfSlots } from '@adcoin/preset/slots'
import { html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const tags: Readonly<Record<string, ReadonlySet<string>>> = {
  [html.NS.HTML]: words(`a article aside b br button dd div dl dt em figure footer h1 h2 h3 h4 header hr i img input
    label li main nav ol p section small span strong ul svg`),
  [html.NS.SVG]: words('svg g path rect circle line polyline polygon title'),
}
const voidTags = words('br hr img input')
/** Of any element; `id` and `name` are not here, because they would replace those of the page (`ofField`). */
const attributes = words(`class lang dir role title hidden disabled alt width height type placeholder
  viewBox fill stroke stroke-width stroke-linecap stroke-linejoin fill-rule clip-rule opacity transform d cx cy r rx ry
  x y x1 y1 x2 y2 points focusable`)
/**
 * A field's hints to browsers about its content. Its name replaces no property of the document, as a picture's would.
 */
const ofField = words('name autocomplete inputmode')
/** Marks for the page's script, which fills them with answers (`compose/boot/slots.ts`). */
const ofSlot: Readonly<Record<string, RegExp>> = {
  'data-slots': /^\d+(\.\w+)*$/,
  'data-slot': /^\w+(\.\w+)*$/,
  'data-as': /^\w+$/,
  'data-most': /^[1-9]\d?$/,
  'data-unless': /^\w+=\w+( \w+=\w+)*$/,
}
const addressOf: Readonly<Record<string, string>> = { a: 'href', img: 'src' }
/** A path of this site or a place in the page. A browser reads `\` as `/`, and skips tabs and line ends. */
const inside = /^(\/(?!\/)[\w./:%?=&-]*|#[\w-]*)$/

/**
 * A prerendered fragment is in every person's page, in a `template`, and shown as it is by browsers without scripts: it
 * is plain markup that points only into this site, and every parser reads it alike.
 */
export const inertFragments: CandidateRule = ({ app, build, files }) =>
  Object.entries(build.fragments).flatMap(([key, path]) => {
    const source = files.get(path)?.toString('utf8') ?? ''
    const route = build.manifest?.routes.find(each => each.path === key.split('|')[0])
    const why = whyNotInert(source) ?? whyNotFilled(source, route?.reads ?? [])
    return why === undefined
      ? []
      : [
          refuse(
            'fragments',
            `${app}: ${path} (${key}): line ${why.line}`,
            why.says,
            'Prerender plain markup only: elements, classes and texts; what moves or asks is drawn by the page.',
          ),
        ]
  })

type Why = { readonly line: number; readonly says: string }

/** The first problem of a fragment; undefined if it is plain markup. */
export function whyNotInert(source: string): Why | undefined {
  let broken: Why | undefined
  const fragment = parseFragment(source, {
    sourceCodeLocationInfo: true,
    onParseError: error => (broken ??= { line: error.startLine, says: `it is broken HTML: ${error.code}` }),
  })
  const nodes = below(fragment)
  const wrong = nodes.map(whyNotPlain).find(why => why !== undefined)
  if (wrong ?? broken) return wrong ?? broken
  // A parser could drop, move or add something: each "<" must be a tag of the tree.
  const written = nodes.flatMap(node => ('tagName' in node ? tagsWritten(node, source) : []))
  return written.length === source.split('<').length - 1 && !written.includes(false)
    ? undefined
    : { line: 1, says: 'an element is not closed, or stands where HTML does not allow it' }
}

/** The first problem of its slots with the reads of its route; undefined if the contract has every value. */
export function whyNotFilled(source: string, reads: readonly string[]): Why | undefined {
  const elements = below(parseFragment(source, { sourceCodeLocationInfo: true })).filter(node => 'tagName' in node)
  const valueOf = (element: Element, name: string) => element.attrs.find(each => each.name === name)?.value
  for (const element of elements) {
    const of = valueOf(element, 'data-slots')
    if (of === undefined) continue
    const siblings = element.parentNode?.childNodes.filter(node => 'tagName' in node) ?? []
    const before = siblings[siblings.indexOf(element) - 1]
    const isBehind = before !== undefined && /\bac-sk/.test(valueOf(before, 'class') ?? '')
    const leaves = below(element).flatMap(node => {
      const path = 'tagName' in node ? valueOf(node, 'data-slot') : undefined
      return 'tagName' in node && path !== undefined ? [{ path, as: valueOf(node, 'data-as') ?? 'text' }] : []
    })
    const says = isBehind
      ? problemOfSlots({ of, unless: valueOf(element, 'data-unless') ?? '', leaves }, reads)
      : 'an element with data-slots does not follow the skeleton that it replaces'
    if (says !== undefined) return { line: element.sourceCodeLocation?.startLine ?? 1, says }
  }
  return undefined
}

function below(node: Node): readonly Node[] {
  return 'childNodes' in node ? node.childNodes.flatMap(child => [child, ...below(child)]) : []
}

function whyNotPlain(node: Node): Why | undefined {
  const line = node.sourceCodeLocation?.startLine ?? 1
  if (node.nodeName === '#text') return undefined
  if (!('tagName' in node)) return { line, says: 'it holds a comment or a declaration' }
  if (!tags[node.namespaceURI]?.has(node.tagName)) return { line, says: `it holds <${node.tagName.slice(0, 40)}>` }
  // A `title` in a picture takes HTML, and what one parser leaves in the picture another one takes out.
  if (node.namespaceURI === html.NS.HTML && node.parentNode && isInPicture(node.parentNode))
    return { line, says: `it holds <${node.tagName}> inside a picture` }
  const says = node.attrs.map(attribute => whyNotAllowed(node.tagName, attribute)).find(why => why !== undefined)
  return says === undefined ? undefined : { line, says }
}

function isInPicture(node: Node): boolean {
  return 'namespaceURI' in node && node.namespaceURI === html.NS.SVG
}

function whyNotAllowed(tag: string, { name, prefix, value }: Element['attrs'][number]): string | undefined {
  const whole = prefix ? `${prefix}:${name}` : name
  if (whole === addressOf[tag]) return inside.test(value) ? undefined : `${name} points outside this app`
  if (tag === 'input' && ofField.has(whole)) return /^[a-z-]+$/.test(value) ? undefined : `its ${whole} is no word`
  const slot = Object.hasOwn(ofSlot, whole) ? ofSlot[whole] : undefined
  if (slot) return slot.test(value) ? undefined : `its ${whole} is no path`
  if (!attributes.has(whole) && !/^aria-[a-z]+$/.test(whole)) return `it holds the attribute ${whole.slice(0, 40)}`
  return /[<>]|url\(|[a-z]+script:/i.test(value) ? `the attribute ${whole} holds more than a word` : undefined
}

/** One entry for each tag in the source: false where a tag is the parser's own. */
function tagsWritten({ tagName, sourceCodeLocation: place }: Element, source: string): readonly boolean[] {
  if (!place?.startTag) return [false]
  const isAlone = voidTags.has(tagName) || source.slice(0, place.startTag.endOffset).endsWith('/>')
  return isAlone ? [true] : [true, place.endTag !== undefined]
}

/** Bytes of one prerendered fragment in one language; the largest of ours has 2,100. */
const mostBytes = 4_096
/** Bytes of all prerendered fragments of one app in one language; the largest sum of ours is 4,700. */
const mostBytesOfApp = 12_288

/** Every page carries every fragment, so a large one costs each visit of each screen. */
export const fragmentSize: CandidateRule = ({ app, build, files }) => {
  const bytesOf = (path: string) => files.get(path)?.length ?? 0
  const ofLanguage = new Map<string, number>()
  for (const [key, path] of Object.entries(build.fragments)) {
    const language = key.split('|')[1] ?? ''
    ofLanguage.set(language, (ofLanguage.get(language) ?? 0) + bytesOf(path))
  }
  const tooLarge = (place: string, bytes: number, most: number) =>
    bytes <= most
      ? []
      : [
          refuse(
            'fragment-size',
            `${app}: ${place}`,
            `${bytes} bytes are prerendered, the budget is ${most}`,
            'Prerender what is visible first, and let the page draw the rest; remove fragments of rare screens.',
          ),
        ]
  return [
    ...Object.entries(build.fragments).flatMap(([key, path]) => tooLarge(`${path} (${key})`, bytesOf(path), mostBytes)),
    ...[...ofLanguage].flatMap(([language, bytes]) => tooLarge(`all fragments (${language})`, bytes, mostBytesOfApp)),
  ]
}
