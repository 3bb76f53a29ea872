import { relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import type { RemoteManifest } from '@adcoin/contract'
import type { Source } from '@adcoin/checks/sources'
import { isNode, nodesOf, textOf, walk } from '@adcoin/checks/syntax'

const listeners = ['on', 'stream', 'useEvent']
const eventName = /^[a-z]+\.[a-zA-Z]+$/

/**
 * Compares the events in a remote's sources with its manifest. The gate reads manifests only: a listener that is missing
 * there would go silent when the owner of the event stops emitting it.
 *
 * @param folder  for the places in messages
 * @throws if the sources use another remote's emitter, or an event that the manifest does not name
 */
export function checkEvents(
  sources: readonly Source[],
  { name, events }: Pick<RemoteManifest, 'name' | 'events'>,
  folder: string,
): void {
  const owner = name.replace(/^remote-/, '')
  const emitted = events.out.map(nameOfReference)
  const known = [...emitted, ...events.in.map(nameOfReference)]
  for (const source of sources)
    for (const { called, first, line } of callsIn(source)) {
      const place = `${relative(folder, source.file)}:${line}`
      if (called === 'emitterFor' && first !== owner)
        throw new Error(`${place} takes the emitter of "${first}": call emitterFor('${owner}', …) only`)
      if (called === 'emit' && eventName.test(first) && !emitted.includes(first))
        throw new Error(`${place} emits ${first}: add it to "events.out" of remote.json`)
      if (listeners.includes(called) && eventName.test(first) && !known.includes(first))
        throw new Error(`${place} listens to ${first}: add it to "events.in" of remote.json`)
    }
}

function nameOfReference(reference: string): string {
  return reference.split('@')[0] ?? ''
}

type Call = { readonly called: string; readonly first: string; readonly line: number }

/** Calls of functions and methods with a literal as the first argument; `emitterFor` with any. */
function callsIn({ file, text }: Source): readonly Call[] {
  const calls: Call[] = []
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' }), node => {
    const callee = node['callee']
    if (node.type !== 'CallExpression' || !isNode(callee)) return
    const called = textOf(callee, 'name') || textOf(callee['property'], 'name')
    const first = textOf(nodesOf(node['arguments'])[0], 'value')
    if (first !== '' || called === 'emitterFor')
      calls.push({ called, first, line: text.slice(0, node.start).split('\n').length })
  })
  return calls
}
