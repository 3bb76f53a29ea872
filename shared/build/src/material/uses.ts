import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@adcoin/contract'
import { shapeOf, type Call, type EventName, type RemoteCard, type Shape } from '@adcoin/contract'
import { repositoryRoot } from '../repository.ts'
import { foldersOf } from '../source-hash.ts'

const everything: Readonly<Record<string, unknown>> = contract

export type Uses = { calls: Record<string, { request: Shape; response: Shape }>; events: Record<string, Shape> }

/**
 * Every call and event that an app was built with, as shapes. A remote's are those of its own sources: what the shared packages use
 * comes into the page with the shell, and so does theirs.
 *
 * @param folder  absolute path of the workspace
 * @throws for an import of the whole contract, of which nobody can say what it uses
 */
export function usesOf(folder: string, app: string, card: RemoteCard | undefined): Uses {
  const folders = card
    ? [folder]
    : foldersOf(app)
        .filter(each => each !== 'shared/contract' && each !== 'shared/build')
        .map(each => join(repositoryRoot, each))
  const names = new Set(folders.flatMap(each => sourcesOf(join(each, 'src'))).flatMap(importedNames))
  const calls = [...names].map(name => everything[name]).filter(isCall)
  const references = card
    ? [...card.events.out, ...card.events.in]
    : Object.entries(contract.events).map(([name, { version }]) => `${name}@${version}`)
  return {
    calls: Object.fromEntries(
      calls
        .map(
          ({ method, path, request, response }) =>
            [`${method} ${path}`, { request: shapeOf(request), response: shapeOf(response) }] as const,
        )
        .sort(byName),
    ),
    events: Object.fromEntries(
      references
        .flatMap(reference => {
          const event = contract.events[reference.split('@')[0] as EventName]
          return event ? [[reference, shapeOf(event.payload)] as const] : []
        })
        .sort(byName),
    ),
  }
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'request' in value && 'response' in value && 'method' in value
}

function importedNames(source: string): readonly string[] {
  if (/import\s*\*\s*as\s+\w+\s+from\s+'@adcoin\/contract'/.test(source))
    throw new Error("import what you use of '@adcoin/contract' by name: the release gate compares what a release uses")
  return [...source.matchAll(/import\s*\{(?<names>[^}]*)\}\s*from\s*'@adcoin\/contract'/g)].flatMap(({ groups }) =>
    (groups?.['names'] ?? '').split(',').map(name => name.trim().split(/\s+as\s+/)[0] ?? ''),
  )
}

function sourcesOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && /(?<!\.test|-test|\.gallery)\.tsx?$/.test(entry.name),
  )
  return files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
