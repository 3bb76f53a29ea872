import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { alwaysPaths, publicPaths, RemoteManifestFile, shellPaths } from '@adcoin/contract'
import { listIconNames } from '@adcoin/preset/icons'

/** Why nothing was made, and what to do instead; the command ends with exit code 1. */
export class CreateError extends Error {
  override readonly name = 'CreateError'
}

/** The forms of a name that files and code need: `teamRules`, `TeamRules`, `team-rules`. */
export type NameForms = { readonly camel: string; readonly pascal: string; readonly kebab: string }

export function createNameForms(camel: string): NameForms {
  return {
    camel,
    pascal: camel.charAt(0).toUpperCase() + camel.slice(1),
    kebab: camel.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
  }
}

/** The remotes of a tree that have a manifest. */
function listRemotesIn(root: string): readonly string[] {
  return readdirSync(root)
    .filter(name => name.startsWith('remote-') && existsSync(join(root, name, 'remote.json')))
    .sort()
}

export function readRemoteManifest(root: string, remote: string): v.InferOutput<typeof RemoteManifestFile> {
  return v.parse(RemoteManifestFile, JSON.parse(readFileSync(join(root, remote, 'remote.json'), 'utf8')))
}

/**
 * The short name of a remote that can be made.
 *
 * @throws CreateError
 */
export function parseRemoteName(root: string, name: string): string {
  const short = /^remote-([a-z]{2,20})$/.exec(name)?.[1]
  if (short === undefined)
    throw new CreateError(
      `"${name}" cannot be the name of a remote. Use remote- and one word of 2 to 20 lower-case letters (remote-news): folder, path and events (news.published) get this name.`,
    )
  if (short === 'shell' || short === 'ops')
    throw new CreateError(
      `"${short}" is the name of ${short === 'ops' ? "the operators' signing key" : 'the shell'}. Choose another one.`,
    )
  if (existsSync(join(root, name)))
    throw new CreateError(
      `${name} already exists; nothing was changed. Choose another name, or remove that folder first.`,
    )
  refuseTaken(root, `/${short}`)
  return short
}

/**
 * The name of a screen that can be made.
 *
 * @throws CreateError
 */
export function parsePageName(root: string, remote: string, page: string): NameForms {
  if (!/^[a-z][a-zA-Z0-9]{1,29}$/.test(page))
    throw new CreateError(
      `"${page}" cannot be the name of a screen. Use 2 to 30 letters and digits, the first lower-case (board, teamRules): its path gets this name.`,
    )
  const forms = createNameForms(page)
  if (!listRemotesIn(root).includes(remote))
    throw new CreateError(
      `${remote} does not exist. The remotes are ${listRemotesIn(root).join(', ')}; npm run new -- ${remote} makes it.`,
    )
  if (existsSync(join(root, remote, 'src', forms.kebab)))
    throw new CreateError(`${remote}/src/${forms.kebab} already exists; nothing was changed. Choose another name.`)
  refuseTaken(root, `/${page}`)
  return forms
}

/** Ignores case, as the router does. @throws CreateError */
function refuseTaken(root: string, path: string): void {
  const owners = new Map([
    ...[...shellPaths, ...publicPaths, ...alwaysPaths].map(taken => [taken.toLowerCase(), 'the shell'] as const),
    ...listRemotesIn(root).flatMap(remote =>
      readRemoteManifest(root, remote).routes.map(route => [route.path.toLowerCase(), remote] as const),
    ),
  ])
  const owner = owners.get(path.toLowerCase())
  if (owner !== undefined) throw new CreateError(`The path ${path} belongs to ${owner}. Choose another name.`)
}

/** @throws CreateError for an icon that @adcoin/ui cannot draw */
export function refuseUnknownIcon(root: string, icon: string): void {
  const known = listIconNames(root)
  if (!known.includes(icon))
    throw new CreateError(
      `@adcoin/ui has no icon "${icon}". Its icons are ${known.join(', ')}; npm run gallery -w shared/ui shows them.`,
    )
}

/** Order of the next tab: to the right of all others. */
export function computeNextTabOrder(root: string): number {
  const orders = listRemotesIn(root).flatMap(remote => readRemoteManifest(root, remote).tabs.map(({ order }) => order))
  return Math.min(99, Math.max(0, ...orders) + 10)
}
