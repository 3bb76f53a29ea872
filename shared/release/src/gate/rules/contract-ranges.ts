import type { Refusal } from '../../refusal.ts'
import type { Standing } from '../coexistence.ts'

/** Shell and remote must share a major version of the contract, previous releases too: they are what a page falls back to. */
export function contractRanges({ shell, remotes }: Standing): readonly Refusal[] {
  return remotes
    .filter(({ release }) => release.contract.to < shell.contract.from || release.contract.from > shell.contract.to)
    .map(({ release }) => ({
      rule: 'contract-range',
      place: `${release.app}/${release.id}`,
      says: `it lives with contract ${release.contract.from} to ${release.contract.to}, the shell ${shell.id} with ${shell.contract.from} to ${shell.contract.to}`,
      remedy:
        release.contract.from > shell.contract.to
          ? 'Publish a shell that knows the newer contract first.'
          : 'Publish the remote for the newer contract first.',
    }))
}
