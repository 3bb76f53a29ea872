import { siblings } from '../publish/compress.ts'

/**
 * The best compressed sibling that a browser accepts.
 *
 * @param accept  the `Accept-Encoding` header; a coding with `q=0` is refused, an unknown one ignored
 */
export function acceptedSiblings(accept: string | undefined): readonly (typeof siblings)[number][] {
  const refused = new Set<string>()
  const wanted = new Set<string>()
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const isRefused = parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
    ;(isRefused ? refused : wanted).add(name)
  }
  return siblings.filter(
    ({ encoding }) => !refused.has(encoding) && (wanted.has(encoding) || (wanted.has('*') && !refused.has('*'))),
  )
}
