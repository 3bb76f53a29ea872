import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { findSlotProblem } from './slots.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/**
 * Compares the slots of a fragment with the reads of its route.
 *
 * @param place  of the fragment, for messages
 * @throws if the contract lacks the value of a slot, if a slot does not follow the skeleton that it replaces, or if
 *   there is an inline style
 */
export function checkFragment(html: string, reads: readonly string[], place: string): void {
  for (const element of elementsBelow(parseFragment(html))) {
    if (valueOf(element, 'style') !== undefined)
      throw new Error(`${place}: a first screen has no inline styles, which the policy of the page forbids`)
    const of = valueOf(element, 'data-slots')
    if (of === undefined) continue
    const siblings = element.parentNode?.childNodes.filter(node => 'tagName' in node) ?? []
    const before = siblings[siblings.indexOf(element) - 1]
    if (before === undefined || !/\bac-sk/.test(valueOf(before, 'class') ?? ''))
      throw new Error(`${place}: an element with data-slots does not follow the skeleton that it replaces`)
    const leaves = elementsBelow(element).flatMap(leaf => {
      const path = valueOf(leaf, 'data-slot')
      return path === undefined ? [] : [{ path, as: valueOf(leaf, 'data-as') ?? 'text' }]
    })
    const problem = findSlotProblem({ of, unless: valueOf(element, 'data-unless') ?? '', leaves }, reads)
    if (problem !== undefined) throw new Error(`${place}: ${problem}`)
  }
}

function valueOf(element: Element, name: string): string | undefined {
  return element.attrs.find(each => each.name === name)?.value
}

function elementsBelow(node: Node): readonly Element[] {
  const children = 'childNodes' in node ? node.childNodes : []
  return children.flatMap(child => [...('tagName' in child ? [child] : []), ...elementsBelow(child)])
}
