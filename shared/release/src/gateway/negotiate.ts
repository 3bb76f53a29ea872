import Negotiator from 'negotiator'
import { siblings } from '../files/compressed.ts'

const known = siblings.map(({ encoding }) => encoding)

/**
 * The compressed siblings that a browser accepts, the smallest first: all of them are at hand, so that weights of those
 * that are welcome do not count.
 *
 * @param accept  the `Accept-Encoding` header; without one nothing is compressed
 */
export function acceptedSiblings(accept: string | undefined): readonly (typeof siblings)[number][] {
  if (accept === undefined) return []
  const welcome = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([...known])
  return siblings.filter(({ encoding }) => welcome.includes(encoding))
}
