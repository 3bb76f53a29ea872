import type { CssNode, Selector } from 'css-tree'

/** What a selector can select: an element with a class of this release, one below such an element, or any other. */
export type Reach = 'own' | 'inside' | 'outside'

export type ReachOptions = {
  readonly isOwn: (className: string) => boolean
  /** What `&` stands for; undefined outside of every rule, where it is the whole page. */
  readonly nesting: Reach | undefined
}

/**
 * Follows a selector from left to right. A class of this release must be asked for, not only mentioned: `:not(.x)` and
 * `:has(.x)` ask nothing of the element itself, `:is(.x, *)` leaves the choice, and `.x ~ nav` goes on beside it.
 */
export function reachOf(selector: Selector, options: ReachOptions): Reach {
  const [first, ...rest] = compoundsOf(selector)
  if (!first) return 'outside'
  const isRelative = options.nesting !== undefined && !first.parts.some(isNesting)
  const start = isRelative
    ? step(options.nesting, first.combinator, compoundReach(first, options))
    : compoundReach(first, options)
  return rest.reduce<Reach>(
    (reach, compound) =>
      // `:root &` would let the nested rule choose the element that its own class was to keep it below.
      compound.parts.some(isNesting)
        ? 'outside'
        : step(reach, compound.combinator, compoundReach(compound, { ...options, nesting: undefined })),
    start,
  )
}

type Compound = { readonly combinator: string; readonly parts: readonly CssNode[] }

function compoundsOf({ children }: Selector): readonly Compound[] {
  const compounds: { combinator: string; parts: CssNode[] }[] = [{ combinator: ' ', parts: [] }]
  for (const node of children.toArray()) {
    if (node.type === 'Combinator') compounds.push({ combinator: node.name, parts: [] })
    else compounds.at(-1)?.parts.push(node)
  }
  return compounds.filter(({ parts }, index) => index > 0 || parts.length > 0)
}

/** Children and descendants stay inside; a sibling of an own element may be anybody's. */
function step(from: Reach | undefined, combinator: string, compound: Reach): Reach {
  const isBelow = combinator === ' ' || combinator === '>'
  const isKept = isBelow ? from !== 'outside' && from !== undefined : from === 'inside'
  return isKept && (isBelow || combinator === '+' || combinator === '~') ? 'inside' : compound
}

function compoundReach({ parts }: Compound, options: ReachOptions): Reach {
  if (parts.some(isNesting)) return options.nesting ?? 'outside'
  if (parts.some(part => part.type === 'ClassSelector' && options.isOwn(part.name))) return 'own'
  const reaches = parts.flatMap(part =>
    part.type === 'PseudoClassSelector' && ['is', 'where'].includes(part.name.toLowerCase())
      ? [alternatives(part.children?.toArray() ?? [], options)]
      : [],
  )
  return reaches.find(reach => reach !== 'outside') ?? 'outside'
}

function alternatives(children: readonly CssNode[], options: ReachOptions): Reach {
  const reaches = children
    .flatMap(child => (child.type === 'SelectorList' ? child.children.toArray() : [child]))
    .map(child => (child.type === 'Selector' ? reachOf(child, { ...options, nesting: undefined }) : 'outside'))
  if (reaches.length === 0 || reaches.includes('outside')) return 'outside'
  return reaches.includes('own') ? 'own' : 'inside'
}

/** The parser's types do not know `&` yet. */
const isNesting = ({ type }: { readonly type: string }) => type === 'NestingSelector'
