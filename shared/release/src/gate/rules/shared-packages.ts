import { refuse, type ReleaseRefusal } from '../../refusal.ts'
import type { PageReleases } from '../candidate.ts'
import { satisfies } from 'semver'

/**
 * Shell and remote must share a major version of the contract, previous releases too: they are what a page falls back
 * to.
 */
export function contractRanges({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes
    .filter(({ release }) => release.contract.to < shell.contract.from || release.contract.from > shell.contract.to)
    .map(({ release }) =>
      refuse(
        'contract-range',
        `${release.app}/${release.id}`,
        `it lives with contract ${release.contract.from} to ${release.contract.to}, the shell ${shell.id} with ${shell.contract.from} to ${shell.contract.to}`,
        release.contract.from > shell.contract.to
          ? 'Publish a shell that knows the newer contract first.'
          : 'Publish the remote for the newer contract first.',
      ),
    )
}

/** The shell mounts the module that it knows: a remote that exposes another one would be refused in every browser. */
export function remoteModuleFits({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes
    .filter(({ release }) => release.moduleVersion !== shell.moduleVersion)
    .map(({ release }) =>
      refuse(
        'remote-module',
        `${release.app}/${release.id}`,
        `it exposes a module of version ${release.moduleVersion}, the shell ${shell.id} mounts version ${shell.moduleVersion}`,
        'Publish a shell that mounts it first, or build the remote with the live version of @adcoin/remote.',
      ),
    )
}

/**
 * Every shared module that a remote needs must be what the shell provides: `strictVersion` would refuse it in the
 * browser.
 */
export function sharedModulesFit({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  return remotes.flatMap(({ release }) =>
    Object.entries(release.shared.needs).flatMap(([name, range]) => {
      const provided = shell.shared.provides[name]
      if (provided !== undefined && range !== '' && satisfies(provided, range)) return []
      return [
        refuse(
          'shared-modules',
          `${release.app}/${release.id}: ${name}`,
          provided === undefined
            ? `it needs ${name} ${range}, which the shell ${shell.id} does not provide`
            : `it needs ${range}, the shell ${shell.id} provides ${provided}`,
          'Build the remote against the live shell, or publish a shell that provides it first.',
        ),
      ]
    }),
  )
}

/**
 * The shell must have every export that a remote uses of a shared module. A version cannot guarantee that: it covers a
 * whole package, and is written by hand. Without this rule a remote that was built with newer shared packages is
 * mounted, and fails at the first tap that needs the new export.
 */
export function sharedNamesFit({ shell, remotes }: PageReleases): readonly ReleaseRefusal[] {
  const had = new Map(Object.entries(shell.sharedNames))
  return remotes.flatMap(({ release, isLive }) =>
    Object.entries(release.sharedNames).flatMap(([module, used]) =>
      used
        .filter(name => !had.get(module)?.includes(name))
        .map(name =>
          refuse(
            'shared-names-fit',
            `${release.app}/${release.id}: ${module}: ${name}`,
            `the shell ${shell.id} has no such export${isLive ? '' : ', and a page may fall back to this release'}`,
            `Make a shell live that has ${name} before this remote, or with it; where the shell changes, keep the export in it.`,
          ),
        ),
    ),
  )
}
