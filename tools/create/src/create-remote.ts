import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createNameForms, computeNextTabOrder, refuseUnknownIcon, parseRemoteName } from './names.ts'
import { writeTemplate, type Fillings } from './templates.ts'

/** Commands and document paths of a remote in this repository. */
const inside: Fillings = {
  run: 'node ../tools/checks/bin/run.mjs',
  checks: 'tools/checks',
  rspack: 'rspack',
  test: 'vitest',
  schema: '../tools/preset/remote.schema.json',
  anatomy: '[anatomy of a remote](../docs/anatomy-of-a-remote.md)',
}

const runInstalled = 'node ../node_modules/@adcoin/checks/bin/run.mjs'
/** The same in a team's repository, where the shared packages are installed from tarballs. */
const outside: Fillings = {
  run: runInstalled,
  checks: 'node_modules/@adcoin/checks',
  rspack: `${runInstalled} node_modules/@rspack/cli/bin/rspack.js`,
  test: `${runInstalled} node_modules/vitest/vitest.mjs`,
  schema: '../node_modules/@adcoin/preset/remote.schema.json',
  anatomy: 'the page "Anatomy of a remote" in the documents of Ad Coin',
}

/**
 * Writes a whole remote: manifest, module, one page that reads a call, its prerendered first screen with a slot, texts
 * in six languages, a listener, tests, README.
 *
 * @param icon  of its tab
 * @param into  folder of the repository that gets the remote, by default `root`
 * @returns the new files, relative to `into`
 * @throws CreateError
 */
export function createRemote(root: string, name: string, icon: string, into: string = root): readonly string[] {
  const short = parseRemoteName(root, name)
  refuseUnknownIcon(root, icon)
  const { pascal } = createNameForms(short)
  const fillings = {
    remote: name,
    short,
    Short: pascal,
    icon,
    order: String(computeNextTabOrder(root)),
    ...(existsSync(join(into, 'shared')) ? inside : outside),
  }
  return writeTemplate('remote', join(into, name), fillings).map(file => join(name, file))
}
