import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'
import { describeOrder, parseUpgrades, writeVersion } from './write-versions.ts'

/** `npm run upgrade -- react@19.4.0 react-dom@19.4.0`: writes, installs, updates the references, prints the order. */
function main(words: readonly string[]): void {
  const users = parseUpgrades(words).map(upgrade => ({ ...upgrade, folders: writeVersion(upgrade) }))
  const before = readPlatform()
  runNpm('install', '--no-audit', '--no-fund')
  runNpm('run', '--silent', 'references')
  const { version } = readPlatform()
  console.log(version === before.version ? `The platform stays ${version}.` : `The platform is ${version} now.`)
  for (const { name, folders } of users)
    for (const line of describeOrder(folders, before.libraries.includes(name))) console.log(`${name}: ${line}`)
  console.log('Next: npm test. The sentences of the gate meanwhile: docs/recipes/upgrade.md')
}

function readPlatform() {
  const { version, names } = JSON.parse(readFileSync(join(repositoryRoot, 'tools/preset/platform.json'), 'utf8')) as {
    readonly version: string
    readonly names: { readonly libraries: Readonly<Record<string, unknown>> }
  }
  return { version, libraries: Object.keys(names.libraries) }
}

function runNpm(...words: readonly string[]): void {
  const { status } = spawnSync('npm', words, { cwd: repositoryRoot, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm ${words.join(' ')} failed. git checkout . && npm install goes back.`)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
