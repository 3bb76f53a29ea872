import { keyName, memberName, takenOf, type Taken } from '../scripts/browser.ts'
import { constantOf } from '../scripts/written-texts.ts'
import type { Script } from '../scripts/read-scripts.ts'
import { scriptRule, type Wrong } from '../scripts/script-rule.ts'

const rule = 'document-stays'
const wiping = ['open', 'write', 'writeln', 'close', 'execCommand']
/** Elements that hold another document, or say how this one is read. */
const elements = /^(iframe|frame|frameset|object|embed|portal|fencedframe|base|meta|link)$/i

/**
 * Nobody opens the page's document to write it anew, which wipes every area for good, and nobody puts another document
 * into it.
 */
export const documentStays = scriptRule(
  rule,
  'Draw with React below your own area; documents of others belong behind a link.',
  script => [...takenOf(script).flatMap(documentWrites), ...frames(script)],
)

function documentWrites({ path, use, given, placed }: Taken): readonly Wrong[] {
  const [first, name] = path
  if (first !== 'document' || use === 'looked') return []
  if (name === undefined)
    return use === 'kept' ? [{ placed, says: 'it hands the document on, so nobody can see who opens it' }] : []
  if (name === '*') return [{ placed, says: 'it uses the document by a name that is made at run time' }]
  if (wiping.includes(name)) return [{ placed, says: `it writes the page anew by document.${name}` }]
  if (name !== 'createElement' && name !== 'createElementNS') return []
  if (use !== 'called') return [{ placed, says: `it hands on document.${name}, so nobody can see what is made` }]
  const tag = constantOf(name === 'createElement' ? given[0] : given[1], placed.scope)
  if (tag === undefined) return [{ placed, says: 'it makes an element whose name is made at run time' }]
  return elements.test(tag) ? [{ placed, says: `it makes a <${tag}> element` }] : []
}

/** `frame.srcdoc`, `{ srcDoc: … }`, `frame.setAttribute('srcdoc', …)`. */
function frames({ nodes }: Script): readonly Wrong[] {
  return nodes.flatMap(placed => {
    const { node, scope } = placed
    const name =
      node.type === 'MemberExpression'
        ? memberName(placed)
        : node.type === 'Property'
          ? keyName(placed)
          : node.type === 'Literal' || node.type === 'BinaryExpression' || node.type === 'TemplateLiteral'
            ? constantOf(node, scope)
            : undefined
    return /^srcdoc$/i.test(name ?? '') ? [{ placed, says: 'it gives a frame a document of its own (srcdoc)' }] : []
  })
}
