import { refuse } from '../../refusal.ts'
import type { CandidateRule } from '../candidate.ts'
import { scriptsOf, callsOf } from '../scripts/read-scripts.ts'
import { forbiddenUses, remedies } from '@adcoin/checks/forbidden-uses'
import { rulesVersion } from '@adcoin/checks/rules'
import { bare, isNode, literal, nameOf, type Node } from '@adcoin/checks/syntax'

/** A remote's scripts can be read: a browser could not start the others, and no rule could look into them. */
export const readableScripts: CandidateRule = candidate =>
  candidate.app === 'shell'
    ? []
    : scriptsOf(candidate).flatMap(({ path, unread }) =>
        unread === undefined
          ? []
          : [refuse('scripts', `${candidate.app}: ${path}`, `it is no JavaScript: ${unread}`, 'Build the app again.')],
      )

/**
 * A remote's scripts use nothing of the browser that the table of @adcoin/checks forbids; `npm run check` asks the same
 * of its sources. The shell is what the rules protect.
 */
export const plainUses: CandidateRule = candidate =>
  candidate.app === 'shell'
    ? []
    : scriptsOf(candidate)
        .flatMap(({ nodes }) => forbiddenUses(nodes, false))
        .map(({ rule, says, placed }) => refuse(rule, `${candidate.app}: ${placed.place}`, says, remedies[rule]))

/**
 * The build has held the sources against the rules of imports, and found nothing: no other remote, nothing of the
 * shell, no library that shared packages carry, nothing past a package's public API, and of the shell no text that is
 * missing. The build alone sees sources, so its word is taken; a build that has not looked is none.
 */
export const importRulesKept: CandidateRule = ({ app, build: { sources } }) => {
  if (sources?.law !== rulesVersion)
    return [
      refuse(
        'import-rules',
        `${app}: build.json: sources`,
        sources
          ? `the build knew version ${sources.law} of the rules`
          : 'the build does not record whether it keeps the rules',
        `Build the app again with the preset of shared/preset, which knows version ${rulesVersion}.`,
      ),
    ]
  return sources.problems.map(({ file, line, rule, message }) =>
    refuse(
      'import-rules',
      `${app}: ${file}:${line}`,
      `${rule}: ${message}`,
      'Mend it and build again; `npm run check` says the same.',
    ),
  )
}

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
