import { walk, type CssNode } from 'css-tree'

type Problem = { readonly says: string; readonly remedy: string }

/** States and places of an element; what is not here selects another tree, the top layer or the page itself. */
const pseudoClasses = new Set(
  `active after any-link autofill before checked default dir disabled empty enabled first-child first-letter first-line
  first-of-type focus focus-visible focus-within has hover in-range indeterminate invalid is lang last-child
  last-of-type link not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type open optional
  out-of-range placeholder-shown read-only read-write required root target user-invalid user-valid valid visited
  where`.split(/\s+/),
)
const pseudoElements = new Set(
  'after before file-selector-button first-letter first-line marker placeholder selection'.split(' '),
)
const vendorPart = /^-(webkit|moz)-/

/** What no selector of a remote may hold, wherever it leads. */
export function selectorProblem(selector: CssNode, isOwn: (className: string) => boolean): Problem | undefined {
  let problem: Problem | undefined
  walk(selector, node => {
    problem ??= problemOf(node, isOwn)
  })
  return problem
}

function problemOf(node: CssNode, isOwn: (className: string) => boolean): Problem | undefined {
  switch (node.type) {
    case 'ClassSelector':
      return isOwn(node.name) ? undefined : foreignClass(node.name)
    case 'AttributeSelector':
      return /^(class|id|style)$/i.test(node.name.name)
        ? { says: `[${node.name.name}] finds classes of others`, remedy: 'Name a class of your own CSS module.' }
        : undefined
    case 'TypeSelector':
      return node.name.includes('|')
        ? { says: `${node.name} names a namespace`, remedy: 'Name the element alone.' }
        : undefined
    case 'PseudoElementSelector':
      return pseudoElements.has(node.name.toLowerCase()) || vendorPart.test(node.name)
        ? undefined
        : strangePseudo(`::${node.name}`)
    case 'PseudoClassSelector':
      if (!pseudoClasses.has(node.name.toLowerCase())) return strangePseudo(`:${node.name}`)
      return node.name.toLowerCase() === 'has' && looksBeside(node) ? besideProblem : undefined
    default:
      return undefined
  }
}

const besideProblem: Problem = {
  says: ':has() looks at what stands beside the element, which may be of the frame',
  remedy: 'Look only below it: :has(> …) or :has(…).',
}

function foreignClass(name: string): Problem {
  return name.startsWith('ac-')
    ? {
        says: `.${name} is a class of @adcoin/ui, everybody's`,
        remedy: 'Use the props of its component, or put an element of your own around it.',
      }
    : {
        says: `.${name} is no class that this build made`,
        remedy: 'Write it in a CSS module, without :global; the build gives each class a name of its own.',
      }
}

function strangePseudo(name: string): Problem {
  return {
    says: `${name} is not among what a remote may select`,
    remedy: 'Select elements of your own by class and state; overlays and transitions belong to @adcoin/ui.',
  }
}

function looksBeside(has: CssNode): boolean {
  let isBeside = false
  walk(has, node => {
    if (node.type !== 'Selector') return
    const first = node.children.first
    if (first?.type === 'Combinator' && ['+', '~'].includes(first.name)) isBeside = true
  })
  return isBeside
}
