import * as contract from '@adcoin/contract'
import { shapeOf, type Call, type EventName, type RemoteManifest, type Shape } from '@adcoin/contract'
import type { Source } from '@adcoin/checks/sources'

const everything: Readonly<Record<string, unknown>> = contract

export type Uses = { calls: Record<string, { request: Shape; response: Shape }>; events: Record<string, Shape> }

/**
 * Every call and event that an app was built with, as shapes.
 *
 * @throws for an import of the whole contract, which hides what is used
 */
export function usesOf(sources: readonly Source[], manifest: RemoteManifest | undefined): Uses {
  const names = new Set(sources.flatMap(({ text }) => importedNames(text)))
  const calls = [...names].map(name => everything[name]).filter(isCall)
  const references = manifest
    ? [...manifest.events.out, ...manifest.events.in]
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

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
