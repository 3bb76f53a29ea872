import { bare, isNode, literal, nameOf, type Node } from '@adcoin/checks/syntax'
import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { callsOf, scriptsOf } from '../scripts/read-scripts.ts'

/**
 * A remote keeps things in the browser by `defineDraft` alone, under keys that its release names: a key that no release
 * names makes a rollback unsafe. The build reads definitions out of the sources; here is what was made of them.
 */
export const ownDrafts: CandidateRule = candidate => {
  const { app, build } = candidate
  if (app === 'shell') return []
  return scriptsOf(candidate)
    .flatMap(callsOf)
    .flatMap(({ callee, given, place }) => {
      const reference = nameOf(callee) === 'defineDraft' ? (referenceOf(bare(given[0])) ?? 'something') : undefined
      if (reference === undefined || build.storage.includes(reference)) return []
      return [
        refuse(
          'own-storage',
          `${app}: ${place}`,
          `it keeps ${reference} that the release does not name`,
          "Give defineDraft the remote's own owner, a name and a version as literals, and build the app again.",
        ),
      ]
    })
}

function referenceOf(definition: Node | undefined): string | undefined {
  const properties = definition?.['properties']
  if (!Array.isArray(properties)) return undefined
  const of = (name: string): unknown => {
    const property: unknown = properties.find(each => isNode(each) && nameOf(each['key']) === name)
    return isNode(property) ? (bare(property['value'])?.['value'] ?? literal(property['value'])) : undefined
  }
  return `${String(of('owner'))}.${String(of('name'))}@${String(of('version'))}`
}
