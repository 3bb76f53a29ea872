import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { alwaysPaths, publicPaths, RemoteManifestFile, shellPaths } from '@adcoin/contract'
import { iconNames } from '@adcoin/preset/icons'

/** Why nothing was made, and what to do instead; exit code 1. */
export class NotMade extends Error {
  override readonly name = 'NotMade'
}

/** The forms of a name that files and code need: `teamRules`, `TeamRules`, `team-rules`. */
export type NameForms = { readonly camel: string; readonly pascal: string; readonly kebab: string }

export function formsOf(camel: string): NameForms {
  return {
    camel,
    pascal: camel.charAt(0).toUpperCase() + camel.slice(1),
    kebab: camel.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
  }
}

/** The remotes of a tree that have a manifest. */
function remotesIn(root: string): readonly string[] {
  return readdirSync(root)
    .filter(name => name.startsWith('remote-') && existsSync(join(root, name, 'remote.json')))
    .sort()
}

export function manifestOf(root: string, remote: string): v.InferOutput<typeof RemoteManifestFile> {
  return v.parse(RemoteManifestFile, JSON.parse(readFileSync(join(root, remote, 'remote.json'), 'utf8')))
}

/**
 * The short name of a remote that can be made.
 *
 * @throws NotMade
 */
export function shortNameOf(root: string, name: string): string {
  const short = /^remote-([a-z]{2,20})$/.exec(name)?.[1]
  if (short === undefined)
    throw new NotMade(
      `"${name}" is no name for a remote. It is remote- and one word of 2 to 20 small letters (remote-news): folder, address and events (news.published) are named by it.`,
    )
  if (short === 'shell' || short === 'ops')
    throw new NotMade(
      `"${short}" is the name of ${short === 'ops' ? "the operators' key" : 'the frame'}. Choose another one.`,
    )
  if (existsSync(join(root, name)))
    throw new NotMade(
      `${name} is there already; nothing was changed. Choose another name, or remove that folder first.`,
    )
  refuseTaken(root, `/${short}`)
  return short
}

/**
 * The name of a page that can be made.
 *
 * @throws NotMade
 */
export function pageNameOf(root: string, remote: string, page: string): NameForms {
  if (!/^[a-z][a-zA-Z0-9]{1,29}$/.test(page))
    throw new NotMade(
      `"${page}" is no name for a page. It is 2 to 30 letters and digits that begin with a small letter (board, teamRules): its address is named by it.`,
    )
  const forms = formsOf(page)
  if (!remotesIn(root).includes(remote))
    throw new NotMade(
      `There is no ${remote}. There are ${remotesIn(root).join(', ')}; npm run new -- ${remote} makes it.`,
    )
  if (existsSync(join(root, remote, 'src', forms.kebab)))
    throw new NotMade(`${remote}/src/${forms.kebab} is there already; nothing was changed. Choose another name.`)
  refuseTaken(root, `/${page}`)
  return forms
}

/** The router does not look at capitals, so neither does this. @throws NotMade */
function refuseTaken(root: string, path: string): void {
  const owners = new Map([
    ...[...shellPaths, ...publicPaths, ...alwaysPaths].map(taken => [taken.toLowerCase(), 'the frame'] as const),
    ...remotesIn(root).flatMap(remote =>
      manifestOf(root, remote).routes.map(route => [route.path.toLowerCase(), remote] as const),
    ),
  ])
  const owner = owners.get(path.toLowerCase())
  if (owner !== undefined) throw new NotMade(`The address ${path} belongs to ${owner}. Choose another name.`)
}

/** @throws NotMade for an icon that @adcoin/ui cannot draw */
export function refuseUnknownIcon(root: string, icon: string): void {
  const known = iconNames(root)
  if (!known.includes(icon))
    throw new NotMade(
      `@adcoin/ui has no icon "${icon}". It has ${known.join(', ')}; the gallery shows them: npm run gallery -w shared/ui.`,
    )
}

/** Order of the next tab: to the right of all others. */
export function nextTabOrder(root: string): number {
  const orders = remotesIn(root).flatMap(remote => manifestOf(root, remote).tabs.map(({ order }) => order))
  return Math.min(99, Math.max(0, ...orders) + 10)
}
