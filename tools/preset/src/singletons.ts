import { readPlatform } from './platform/platform.ts'

/**
 * THE list of what exists once in a page: the shell provides it, every remote needs it, nothing else lists it.
 * The libraries behind (react-router-dom, rxjs, zustand, i18next, axios, react-query, react-hook-form) are
 * bundled inside the package that carries them and are forbidden to remotes by lint. `@adcoin/contract` is
 * not here: it is pure, so each app bundles the schemas it uses and may use a new call or event without waiting for a
 * shell release.
 *
 * `commonjs`: the module's own `module.exports` is shared (React), not a namespace made from it.
 * `group`: `core` is in the shell's one file and there at once. Every other group is one file of the shell that arrives
 * later, when the first page that needs it is loaded; the module of a remote (`remote.tsx` and what it imports) needs
 * `core` alone.
 */
export const sharedModules = [
  { module: 'react', package: 'react', format: 'commonjs', group: 'core' },
  { module: 'react/jsx-runtime', package: 'react', format: 'commonjs', group: 'core' },
  { module: 'react-dom', package: 'react-dom', format: 'commonjs', group: 'core' },
  { module: '@adcoin/router', package: '@adcoin/router', format: 'module', group: 'core' },
  { module: '@adcoin/session', package: '@adcoin/session', format: 'module', group: 'core' },
  { module: '@adcoin/i18n', package: '@adcoin/i18n', format: 'module', group: 'core' },
  { module: '@adcoin/ui', package: '@adcoin/ui', format: 'module', group: 'core' },
  { module: '@adcoin/remote', package: '@adcoin/remote', format: 'module', group: 'core' },
  { module: '@adcoin/http', package: '@adcoin/http', format: 'module', group: 'data' },
  { module: '@adcoin/events', package: '@adcoin/events', format: 'module', group: 'data' },
  { module: '@adcoin/i18n/formats', package: '@adcoin/i18n', format: 'module', group: 'data' },
  { module: '@adcoin/ui/pages', package: '@adcoin/ui', format: 'module', group: 'data' },
  { module: '@adcoin/remote/pages', package: '@adcoin/remote', format: 'module', group: 'data' },
  { module: '@adcoin/remote/forms', package: '@adcoin/remote', format: 'module', group: 'forms' },
] as const

/** The file of the shell that a shared module is in. */
export type SharedGroup = (typeof sharedModules)[number]['group']

/** Libraries that come from the shell: the packages of the list, and the runtime of the containers of remotes. */
export const libraries = ['react', 'react-dom', '@module-federation/webpack-bundler-runtime'] as const

/** One shared module with the version that the page has of it: of a library its own, of ours the platform's. */
export type Singleton = {
  module: string
  package: string
  format: 'commonjs' | 'module'
  group: SharedGroup
  version: string
}

/** The list with versions. */
export function listSingletons(): readonly Singleton[] {
  const { version, names } = readPlatform()
  return sharedModules.map(entry => ({ ...entry, version: names['libraries']?.[entry.package]?.shape ?? version }))
}

/** The groups that arrive later, each a file of the shell. */
export function listLaterGroups(): readonly SharedGroup[] {
  return [...new Set(sharedModules.map(({ group }) => group))].filter(group => group !== 'core')
}
