import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../apps.ts'
import { head, page, table } from '../markdown.ts'

const source = 'shell/src/composition/areas/area-state.ts'

/** `reference/area-states.md`: the table of `area-state.ts`, and the diagram that follows from it. */
export function areaStatesPage(): string {
  const rows = [...readFileSync(join(root, source), 'utf8').matchAll(/^ \* \| (\w+) +\| (.+?) +\| (.+?) +\|$/gm)]
    .map(([, state = '', means = '', leaves = '']) => ({ state, means, leaves }))
    .filter(({ state }) => state !== 'state')
  return page([
    ...head('States of an area', `From the table in \`${source}\`. An area of the page is one remote at one path.`),
    '',
    ...table(
      ['state', 'means', 'leaves on'],
      rows.map(({ state, means, leaves }) => [state, means, leaves]),
    ),
    '',
    '`left` leads from every state to idle.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> idle',
    ...rows.flatMap(({ state, leaves }) => leaves.split(';').flatMap(part => edgesOf(state, part))),
    '```',
  ])
}

/** `failed, stalled → loading, unavailable (the reason)`: an edge for each state behind the arrow. */
function edgesOf(from: string, part: string): readonly string[] {
  const [events = '', targets = ''] = part.split('→').map(each => each.trim())
  return targets.split(',').map(target => {
    const [, to = '', note] = /^\s*(\w+)(?: \((.+)\))?$/.exec(target) ?? []
    return `  ${from} --> ${to}: ${events}${note === undefined ? '' : ` (${note})`}`
  })
}
