import * as css from 'css-tree/dist/csstree.esm'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

/** Simple selectors that match prerendered markup: `main`, `.ac-btn`, `[aria-current]`. */
type Known = ReadonlySet<string>

/** Selectors of the elements around every fragment, and of attributes and classes that the page's scripts add there. */
const around = 'html body div [lang] [data-theme] .ac-amt__d .ac-amt--in .ac-main .ac-btn .ac-btn--secondary'.split(' ')
/** States that no page has in its first moments: the whole sheet is loaded by then. */
const later = new Set(
  'hover active focus focus-visible focus-within checked disabled autofill -webkit-autofill user-invalid'.split(' '),
)
/** Properties that change no paint before an interaction. */
const unseen = /^(cursor|touch-action|outline|transition|scroll-|user-select|-webkit-(tap|user|search)|-moz-)/
/** Wide screens have wide networks: what moves there does so within the first frames. */
const lateMedia = /print|forced-colors|hover|prefers-contrast|1024px/

/**
 * The rules of the shell's style sheets that prerendered markup needs, in their order and layers, with the custom
 * properties and animations that they use: small enough for the page, so that it paints before any file has arrived. A
 * superfluous rule is harmless; the whole sheet follows and decides.
 *
 * @param sheets  texts of the style sheets, in the order of the page
 * @param markup  the fragments
 */
export function extractCriticalStyles(sheets: readonly string[], markup: readonly string[]): string {
  if (markup.length === 0) return ''
  const known = new Set([...around, ...markup.flatMap(html => listSelectors(parseFragment(html)))])
  return sheets
    .map(sheet => {
      const tree = css.parse(sheet, { parseValue: false, parseAtrulePrelude: false })
      keepRules(tree, known)
      dropUnseen(tree)
      keepNamed(tree)
      dropEmpty(tree)
      return css.generate(tree)
    })
    .join('')
}

function listSelectors(node: DefaultTreeAdapterTypes.Node): readonly string[] {
  const own =
    'tagName' in node
      ? [node.tagName, ...node.attrs.flatMap(({ name, value }) => [`[${name}]`, ...namesIn(name, value)])]
      : []
  return 'childNodes' in node ? [...own, ...node.childNodes.flatMap(listSelectors)] : own
}

function namesIn(attribute: string, value: string): readonly string[] {
  if (attribute !== 'class') return []
  return value.split(/\s+/).map(name => `.${name}`)
}

/** Takes away every selector that cannot fit, and every rule without one. */
function keepRules(tree: css.CssNode, known: Known): void {
  css.walk(tree, (node: css.CssNode, item: css.ListItem<css.CssNode>, list: css.List<css.CssNode>) => {
    if (node.type === 'Atrule' && node.name === 'media' && node.prelude && lateMedia.test(css.generate(node.prelude)))
      list.remove(item)
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return
    const { children } = node.prelude
    if (children.some(isKeyframe)) return
    children.forEach((selector, place) => {
      if (!canMatch(selector, known)) children.remove(place)
    })
    if (children.isEmpty) list.remove(item)
  })
}

function dropUnseen(tree: css.CssNode): void {
  css.walk(tree, (node: css.CssNode, item: css.ListItem<css.CssNode>, list: css.List<css.CssNode>) => {
    if (node.type === 'Declaration' && unseen.test(node.property)) list.remove(item)
  })
}

/** `from`, `to` and `50%` occur in keyframes, and select nothing of the page. */
function isKeyframe(selector: css.CssNode): boolean {
  if (selector.type !== 'Selector') return false
  const first = selector.children.first
  return first?.type === 'Percentage' || (first?.type === 'TypeSelector' && /^(from|to)$/.test(first.name))
}

/** Whether every part of it can be somewhere in the markup; relations between the parts are not checked. */
function canMatch(selector: css.CssNode, known: Known): boolean {
  if (selector.type !== 'Selector') return false
  return selector.children.toArray().every(part => {
    if (part.type === 'TypeSelector') return part.name === '*' || known.has(part.name)
    if (part.type === 'ClassSelector') return known.has(`.${part.name}`)
    if (part.type === 'AttributeSelector') return known.has(`[${part.name.name}]`)
    if (part.type === 'IdSelector') return false
    if (part.type !== 'PseudoClassSelector') return true
    if (later.has(part.name)) return false
    const inside = part.children?.first
    if (part.name === 'not' || inside?.type !== 'SelectorList') return true
    return inside.children.some(each => canMatch(each, known))
  })
}

/** Removes custom properties and keyframes that no used rule needs. */
function keepNamed(tree: css.CssNode): void {
  const values = new Map<string, string[]>()
  const used: string[] = []
  css.walk(tree, {
    visit: 'Declaration',
    enter({ property, value }) {
      const text = css.generate(value)
      if (property.startsWith('--')) values.set(property, [...(values.get(property) ?? []), text])
      else used.push(text)
    },
  })
  const names = new Set<string>()
  const follow = (text: string) => {
    for (const [name] of text.matchAll(/--[\w-]+/g)) {
      if (names.has(name)) continue
      names.add(name)
      values.get(name)?.forEach(follow)
    }
  }
  used.forEach(follow)
  const animations = new Set(used.flatMap(text => text.split(/[\s,]+/)))
  css.walk(tree, (node: css.CssNode, item: css.ListItem<css.CssNode>, list: css.List<css.CssNode>) => {
    if (node.type === 'Declaration' && node.property.startsWith('--') && !names.has(node.property)) list.remove(item)
    if (node.type !== 'Atrule' || !/keyframes$/.test(node.name) || !node.prelude) return
    if (!animations.has(css.generate(node.prelude))) list.remove(item)
  })
}

function dropEmpty(tree: css.CssNode): void {
  css.walk(tree, {
    leave(node: css.CssNode, item: css.ListItem<css.CssNode>, list: css.List<css.CssNode>) {
      if ((node.type === 'Rule' || node.type === 'Atrule') && node.block?.children.isEmpty) list.remove(item)
    },
  })
}
