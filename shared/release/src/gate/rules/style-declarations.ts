import * as css from 'css-tree'

type Wrong = { readonly at: string; readonly says: string; readonly remedy: string }

/** The frame's bars stand at 10 and above (`--ac-z-bar` of @adcoin/ui). */
const highestLayer = 9
const positions = ['static', 'relative', 'absolute']
const everywhere = ['all', 'view-transition-name', 'view-transition-class', 'behavior', '-moz-binding']
/** Ways to name a picture that take a text in place of `url()`. */
const pictureFunctions = /^(-webkit-)?(image-set|image|cross-fade|src|element|paint)$/
const ownPicture = /^data:image\/(svg\+xml|png|webp|avif)[;,]/i

/** Why a declaration does not stay inside, wherever its selector leads; undefined where it does. */
export function declarationProblem(declaration: css.Declaration, isFile: (url: string) => boolean): Wrong | undefined {
  const property = declaration.property.toLowerCase()
  const problem = (says: string, remedy: string) => ({
    at: css.generate(declaration),
    says,
    remedy,
  })
  if (property === 'position' && !positions.includes(wordOf(declaration)))
    return problem(
      'a layer over the page may cover the bars of the frame',
      `Use ${positions.join(', ')}; for what stands in front of the page, use Sheet, Modal or Dock of @adcoin/ui.`,
    )
  if (property === 'z-index' && !isLow(wordOf(declaration)))
    return problem('it stands in front of the bars of the frame', `Use a plain number up to ${highestLayer}.`)
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

/** The value where it is one word or number, which no variable can change; empty otherwise. */
function wordOf({ value }: css.Declaration): string {
  const [only, ...more] = value.type === 'Value' ? value.children.toArray() : []
  if (!only || more.length > 0) return ''
  if (only.type === 'Identifier') return only.name.toLowerCase()
  return only.type === 'Number' ? only.value : ''
}

function isLow(word: string): boolean {
  return word === 'auto' || (/^-?\d+$/.test(word) && Number(word) <= highestLayer)
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
