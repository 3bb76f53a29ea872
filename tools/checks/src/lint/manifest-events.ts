import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWorkspace, listNodes, pathOf, type Context, type Node, type Visitor } from './rule.ts'

/** The gate reads manifests only: an event that `remote.json` does not name goes silent when its owner stops it. */
export function checkManifestEvents(context: Context): Visitor {
  const { sourceCode, cwd } = context
  const app = findWorkspace(pathOf(context))
  const owner = app.replace(/^remote-/, '')
  const manifest = JSON.parse(readFileSync(join(cwd, app, 'remote.json'), 'utf8')) as {
    readonly events: { readonly out: readonly string[]; readonly in: readonly string[] }
  }
  const [out, taken] = [manifest.events.out, manifest.events.in].map(list => list.map(each => each.split('@')[0] ?? ''))
  const findProblem = (called: string, first: string): string | undefined => {
    if (called === 'emitterFor' && first !== owner)
      return `Emit your own events alone: emitterFor('${owner}', …) is the only emitter of ${app}.`
    if (!/^[a-z]+\.[a-zA-Z]+$/.test(first) || out?.includes(first)) return undefined
    if (called === 'emit') return `Add ${first} to "events.out" of remote.json.`
    if (!['on', 'stream', 'useEvent'].includes(called) || taken?.includes(first)) return undefined
    return `Add ${first} to "events.in" of remote.json.`
  }
  return {
    CallExpression: node => {
      const [called = ''] = /\w+$/.exec(sourceCode.getText(node['callee'] as Node)) ?? []
      const [first] = listNodes(node['arguments'])
      const message = findProblem(called, typeof first?.['value'] === 'string' ? first['value'] : '')
      if (message) context.report({ node, message })
    },
  }
}
