import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.ts'

/**
 * THE list of what exists once in a page: the shell provides it, every remote needs it, nothing else lists it.
 * The libraries behind (react-router-dom, rxjs, zustand, axios, react-query, i18next) are bundled inside the package
 * that carries them and are forbidden elsewhere by the import law. `@adcoin/contract` is not here: it is pure, so each
 * app bundles the schemas it uses and may use a new call or event without waiting for a shell release.
 *
 * `commonjs`: the module's own `module.exports` is shared (React), not a namespace made from it.
 */
const list = [
  { module: 'react', package: 'react', format: 'commonjs' },
  { module: 'react/jsx-runtime', package: 'react', format: 'commonjs' },
  { module: 'react-dom', package: 'react-dom', format: 'commonjs' },
  { module: '@adcoin/router', package: '@adcoin/router', format: 'module' },
  { module: '@adcoin/events', package: '@adcoin/events', format: 'module' },
  { module: '@adcoin/session', package: '@adcoin/session', format: 'module' },
  { module: '@adcoin/http', package: '@adcoin/http', format: 'module' },
  { module: '@adcoin/i18n', package: '@adcoin/i18n', format: 'module' },
  { module: '@adcoin/ui', package: '@adcoin/ui', format: 'module' },
  { module: '@adcoin/remote', package: '@adcoin/remote', format: 'module' },
] as const

/** One shared module with the exact version that is installed. */
export type Singleton = { module: string; package: string; format: 'commonjs' | 'module'; version: string }

/** The list with installed versions. */
export function singletons(): readonly Singleton[] {
  return list.map(entry => ({ ...entry, version: installedVersion(entry.package) }))
}

/**
 * What a remote accepts at run time: the version it was built with or a later one of the same major.
 * An older shell lacks what the remote may use, so `strictVersion` refuses before anything is mounted.
 */
export function acceptedRange(version: string): string {
  return `^${version}`
}

function installedVersion(name: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(repositoryRoot, 'node_modules', name, 'package.json'), 'utf8'))
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') return parsed.version
  throw new Error(`node_modules/${name}/package.json has no version; run npm ci`)
}
