import * as css from 'css-tree'
import { posix } from 'node:path'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'

const everywhere = ['all', 'view-transition-name', 'view-transition-class', 'behavior', '-moz-binding']
/** Ways to name a picture that take a text in place of `url()`. */
const pictureFunctions = /^(-webkit-)?(image-set|image|cross-fade|src|element|paint)$/
const ownPicture = /^data:image\/(svg\+xml|png|webp|avif)[;,]/i

/** Why a declaration does not stay inside, wherever its selector leads; undefined where it does. */
function declarationProblem(declaration: css.Declaration, isFile: (url: string) => boolean): Wrong | undefined {
  const property = declaration.property.toLowerCase()
  const problem = (says: string, remedy: string) => ({
    at: css.generate(declaration),
    says,
    remedy,
  })
  if (property.startsWith('--ac-'))
    return problem('tokens belong to @adcoin/ui', 'Use them; give a value of your own a name of your own.')
  if (everywhere.includes(property))
    return problem(`${property} reaches beyond the element`, 'Name the properties that you mean.')
  const picture = foreignPicture(declaration, isFile)
  return picture === undefined
    ? undefined
    : problem(
        `${picture} is no file of this release`,
        'Import the picture in the CSS module, by url() with a relative path.',
      )
}

function foreignPicture(declaration: css.Declaration, isFile: (url: string) => boolean): string | undefined {
  let foreign: string | undefined
  css.walk(declaration, node => {
    if (node.type === 'Function' && pictureFunctions.test(node.name.toLowerCase())) foreign ??= `${node.name}()`
    if (node.type !== 'Url' || ownPicture.test(node.value)) return
    if (!/^[\w][\w.@/-]*$/.test(node.value) || !isFile(node.value)) foreign ??= node.value.slice(0, 60)
  })
  return foreign
}

type Wrong = { readonly at: string; readonly says: string; readonly remedy: string }

/** Fonts, layers, properties and scopes have a name of their own in the whole page: they belong to @adcoin/ui. */
const allowedAtRules = ['media', 'supports', 'container', 'starting-style', 'keyframes']

/**
 * A remote's style sheet names only classes and animations of this build, and nothing page-wide. The browser limits
 * which elements its selectors reach: `confine-styles.ts` of the shell keeps each rule to elements of the remote.
 */
export const stylesStayInside: CandidateRule = ({ app, build, files }) => {
  if (app === 'shell') return []
  const isOwn = ownNames(app)
  return build.styles.flatMap(path => {
    const isFile = (url: string) => files.has(posix.join(posix.dirname(path), url))
    return problemsIn(files.get(path)?.toString('utf8') ?? '', isOwn, isFile).map(({ at, says, remedy }) =>
      refuse('styles-inside', `${app}: ${path}${at === '' ? '' : `: ${at.slice(0, 80)}`}`, says, remedy),
    )
  })
}

/** Names that the build gives to classes and keyframes of CSS modules: `team-0a1b2c3` (`base.ts` of shared/preset). */
function ownNames(app: string): (name: string) => boolean {
  const pattern = new RegExp(`^${app.replace(/^remote-/, '')}-[A-Za-z0-9]{7}$`)
  return name => pattern.test(name)
}

function problemsIn(
  text: string,
  isOwn: (name: string) => boolean,
  isFile: (url: string) => boolean,
): readonly Wrong[] {
  const wrong: Wrong[] = []
  const unread = (why: string) =>
    wrong.push({ at: '', says: `the style cannot be read: ${why}`, remedy: 'Build it with shared/preset.' })
  const tree = css.parse(text, {
    parseCustomProperty: true,
    onParseError: ({ line, message }) => unread(`line ${line}: ${message}`),
  })
  css.walk(tree, {
    enter(this: css.WalkContext, node: css.CssNode) {
      if (node.type === 'Declaration') wrong.push(...[declarationProblem(node, isFile) ?? []].flat())
      if (node.type === 'Atrule') wrong.push(...atRuleProblems(node, isOwn))
      if (node.type === 'ClassSelector' && !isOwn(node.name)) wrong.push(foreignClass(node.name))
      if (node.type === 'Raw' && node.value.trim() !== '') unread(`"${node.value.trim().slice(0, 40)}"`)
      if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList' || this.atrule?.name === 'keyframes') return
      if (this.rule === null || this.rule === node) wrong.push(...globalSelectors(node.prelude))
    },
  })
  return wrong
}

function globalSelectors({ children }: css.SelectorList): readonly Wrong[] {
  return children
    .toArray()
    .filter(selector => css.find(selector, ({ type }) => type === 'ClassSelector') === null)
    .map(selector => ({
      at: css.generate(selector),
      says: 'the selector is global: it names no class of this build',
      remedy: 'Write it in a CSS module, below a class of its own; tokens and resets belong to @adcoin/ui.',
    }))
}

function foreignClass(name: string): Wrong {
  return name.startsWith('ac-')
    ? {
        at: `.${name}`,
        says: `.${name} is a class of @adcoin/ui, which every area uses`,
        remedy: 'Use the props of its component, or put an element of your own around it.',
      }
    : {
        at: `.${name}`,
        says: `.${name} is no class that this build made`,
        remedy: 'Write it in a CSS module, without :global; the build gives each class a name of its own.',
      }
}

function atRuleProblems({ name, prelude }: css.Atrule, isOwn: (name: string) => boolean): readonly Wrong[] {
  const kind = name.toLowerCase()
  if (!allowedAtRules.includes(kind))
    return [
      {
        at: `@${name}`,
        says: 'its effect is not limited to this remote',
        remedy: 'Leave it to @adcoin/ui: fonts, layers, properties and imports are the same for every area.',
      },
    ]
  const title = prelude?.type === 'AtrulePrelude' ? prelude.children.first : undefined
  if (kind !== 'keyframes' || (title?.type === 'Identifier' && isOwn(title.name))) return []
  return [
    {
      at: `@${name} ${title ? css.generate(title) : ''}`,
      says: 'animations have one name for the whole page, and the build did not make this one',
      remedy: 'Write the animation in a CSS module, where the build gives it a name of its own.',
    },
  ]
}
