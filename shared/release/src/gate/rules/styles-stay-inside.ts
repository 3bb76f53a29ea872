import { posix } from 'node:path'
import * as css from 'css-tree'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { declarationProblem } from '../styles/declarations.ts'
import { reachOf, type Reach } from '../styles/selector-reach.ts'
import { selectorProblem } from '../styles/selectors.ts'
import { readSheet } from '../styles/style-sheet.ts'

type Wrong = { readonly at: string; readonly says: string; readonly remedy: string }

/** What has a name of its own in the whole page (fonts, layers, properties, scopes) is the kit's to say. */
const allowedAtRules = ['media', 'supports', 'container', 'starting-style', 'keyframes']

/**
 * A remote's style sheet must not reach the frame, the kit or another area: every selector selects what has a class
 * that this build made, or what stands below it; nothing stands in front of the bars; and nothing has a name that the
 * whole page shares. Scripts can still do all of that to the page: the rule is against mistakes.
 */
export const stylesStayInside: CandidateRule = ({ app, build, files }) => {
  if (app === 'shell') return []
  const isOwn = ownNames(app)
  return build.styles.flatMap(path => {
    const sheet = readSheet(files.get(path) ?? Buffer.alloc(0))
    const isFile = (url: string) => files.has(posix.join(posix.dirname(path), url))
    const wrong =
      'unread' in sheet
        ? [{ at: '', says: `the style cannot be read: ${sheet.unread}`, remedy: 'Build it with shared/preset.' }]
        : rulesWrong(sheet.tree.children.toArray(), { isOwn, isFile, nesting: undefined, isInKeyframes: false })
    return wrong.map(({ at, says, remedy }) =>
      refuse('styles-inside', `${app}: ${path}${at === '' ? '' : `: ${at.slice(0, 80)}`}`, says, remedy),
    )
  })
}

/**
 * The names that the build gives to classes and keyframes of CSS modules: `team-0a1b2c3` (`base.ts` of shared/preset).
 */
function ownNames(app: string): (name: string) => boolean {
  const pattern = new RegExp(`^${app.replace(/^remote-/, '')}-[A-Za-z0-9]{7}$`)
  return name => pattern.test(name)
}

type Context = {
  readonly isOwn: (name: string) => boolean
  readonly isFile: (url: string) => boolean
  readonly nesting: Reach | undefined
  readonly isInKeyframes: boolean
}

function rulesWrong(nodes: readonly css.CssNode[], context: Context): readonly Wrong[] {
  return nodes.flatMap(node => {
    if (node.type === 'Declaration') return declarationProblem(node, context.isFile) ?? []
    if (node.type === 'Atrule') return atRuleWrong(node, context)
    if (node.type !== 'Rule') return []
    if (context.isInKeyframes) return rulesWrong(node.block.children.toArray(), context)
    const selectors = node.prelude.type === 'SelectorList' ? node.prelude.children.toArray() : []
    const reaches = selectors.map(selector => (selector.type === 'Selector' ? reachOf(selector, context) : 'outside'))
    return [
      ...selectors.flatMap((selector, index) => selectorWrong(selector, reaches[index] ?? 'outside', context)),
      ...rulesWrong(node.block.children.toArray(), { ...context, nesting: reaches.includes('own') ? 'own' : 'inside' }),
    ]
  })
}

function selectorWrong(selector: css.CssNode, reach: Reach, { isOwn }: Context): readonly Wrong[] {
  const at = css.generate(selector)
  const problem = selectorProblem(selector, isOwn)
  if (problem) return [{ at, ...problem }]
  if (reach !== 'outside') return []
  return [
    {
      at,
      says: 'the selector reaches elements outside this remote',
      remedy: 'Write it in a CSS module, below a class of its own; tokens and resets belong to @adcoin/ui.',
    },
  ]
}

function atRuleWrong({ name, prelude, block }: css.Atrule, context: Context): readonly Wrong[] {
  const kind = name.toLowerCase()
  if (!allowedAtRules.includes(kind))
    return [
      {
        at: `@${name}`,
        says: 'its effect is not limited to this remote',
        remedy: 'Leave it to @adcoin/ui: fonts, layers, properties and imports are the same for everybody.',
      },
    ]
  const isKeyframes = kind === 'keyframes'
  const title = prelude?.type === 'AtrulePrelude' ? prelude.children.first : undefined
  const isNamed = !isKeyframes || (title?.type === 'Identifier' && context.isOwn(title.name))
  const inner = rulesWrong(block?.children.toArray() ?? [], {
    ...context,
    isInKeyframes: isKeyframes || context.isInKeyframes,
  })
  if (isNamed) return inner
  return [
    ...inner,
    {
      at: `@${name} ${title ? css.generate(title) : ''}`,
      says: 'animations have one name for the whole page, and the build did not make this one',
      remedy: 'Write the animation in a CSS module, where the build gives it a name of its own.',
    },
  ]
}
