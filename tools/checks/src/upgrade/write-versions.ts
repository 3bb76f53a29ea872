import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkspaces, readPackageJson, repositoryRoot } from '../repository.ts'

/** A library and its new version: `react@19.4.0`. */
export type Upgrade = { readonly name: string; readonly version: string }

/** The words of the command. @throws for a word that is no library with an exact version */
export function parseUpgrades(words: readonly string[]): readonly Upgrade[] {
  const upgrades = words.map(word => {
    const [, name, version] = /^(@?[a-z][\w./-]*)@(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(word) ?? []
    if (name === undefined || version === undefined)
      throw new Error(`"${word}" is no library with an exact version. Example: react@19.4.0`)
    return { name, version }
  })
  if (upgrades.length === 0) throw new Error('Name libraries with their new versions. Example: react@19.4.0')
  return upgrades
}

/**
 * Writes the version of a library into each package.json that has one; `*` stays.
 *
 * @returns the folders that use the library: `shared/http`
 * @throws if none does
 */
export function writeVersion({ name, version }: Upgrade, root: string = repositoryRoot): readonly string[] {
  const users = listWorkspaces(root).filter(
    ({ manifest }) => ({ ...manifest.dependencies, ...manifest.devDependencies })[name] !== undefined,
  )
  const own = join(root, 'package.json')
  const isOwn = existsSync(own) && readPackageJson(own).devDependencies?.[name] !== undefined
  const folders = [...(isOwn ? ['.'] : []), ...users.map(({ folder }) => folder)]
  if (folders.length === 0)
    throw new Error(`No package.json has ${name}. To add it: npm install -w remote-wallet ${name}`)
  for (const folder of folders) {
    const file = join(root, folder, 'package.json')
    const text = readFileSync(file, 'utf8')
    const written = text.replaceAll(/"((?:@[\w.-]+\/)?[\w.-]+)": "(\d[^"]*|\^[^"]*)"/g, (pair, each: string) =>
      each === name ? `"${name}": "${version}"` : pair,
    )
    if (written !== text) writeFileSync(file, written)
  }
  return folders
}

/**
 * The order of releases.
 *
 * @param isOfPage  React and the runtime of the containers: a remote that is built with the newer one needs the newer
 *   shell
 */
export function describeOrder(folders: readonly string[], isOfPage: boolean): readonly string[] {
  const remotes = folders.filter(folder => folder.startsWith('remote-'))
  const isOfShell = isOfPage || folders.some(folder => /^(?:shell|shared)(?:\/|$)/.test(folder))
  const isOfBuild = folders.includes('tools/preset')
  if (isOfPage) return ['Publish the shell first. Each remote follows with its next release.']
  if (isOfBuild) return ['Each app takes it with its next release, in any order.']
  return [
    ...(isOfShell ? ['Publish the shell. Remotes use it from there, and need no release.'] : []),
    ...remotes.map(remote => `Publish ${remote}.`),
    ...(folders.includes('api') ? ['Deploy the service.'] : []),
    ...(folders.includes('release') ? ['Deploy gateways and operations page.'] : []),
    ...(folders.every(folder => /^(?:\.|e2e|tools\/.*)$/.test(folder)) ? ['Nothing is released.'] : []),
  ]
}
