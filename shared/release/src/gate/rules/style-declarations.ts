import * as css from 'css-tree'

type Wrong = { readonly at: string; readonly says: string; readonly remedy: string }

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
