import type { Refusal } from '../../refusal.ts'
import type { Standing } from '../coexistence.ts'

/** Every shared module that a remote needs must be what the shell provides: `strictVersion` would refuse it in the browser. */
export function sharedModulesFit({ shell, remotes }: Standing): readonly Refusal[] {
  return remotes.flatMap(({ release }) =>
    Object.entries(release.shared.needs).flatMap(([name, range]) => {
      const provided = shell.shared.provides[name]
      if (provided !== undefined && satisfies(provided, range)) return []
      return [
        {
          rule: 'shared-modules',
          place: `${release.app}/${release.id}: ${name}`,
          says:
            provided === undefined
              ? `it needs ${name} ${range}, which the shell ${shell.id} does not provide`
              : `it needs ${range}, the shell ${shell.id} provides ${provided}`,
          remedy: 'Build the remote against the live shell, or publish a shell that provides it first.',
        },
      ]
    }),
  )
}

/** Exact versions, `^` and `~` of three numbers, and `*`; anything else is refused rather than guessed. */
export function satisfies(version: string, range: string): boolean {
  if (range === '*' || range === version || range === `=${version}`) return true
  const parsed = /^([~^]|>=)([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(range)
  const have = /^([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(version)
  if (!parsed || !have) return false
  const [major = 0, minor = 0, patch = 0] = have.slice(1).map(Number)
  const [wantMajor = 0, wantMinor = 0, wantPatch = 0] = parsed.slice(2).map(Number)
  const isAtLeast =
    major !== wantMajor ? major > wantMajor : minor !== wantMinor ? minor > wantMinor : patch >= wantPatch
  if (!isAtLeast) return false
  if (parsed[1] === '>=') return true
  if (major !== wantMajor) return false
  // Below 1.0.0 a caret lets only the patch grow, as npm reads it.
  return parsed[1] === '^' && major > 0
    ? true
    : minor === wantMinor && (parsed[1] === '~' || minor > 0 || patch === wantPatch)
}
