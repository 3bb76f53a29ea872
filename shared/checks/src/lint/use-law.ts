import { exceptions, forbiddenUses, remedies } from '../uses/forbidden-uses.ts'
import { placesIn } from '../uses/scopes.ts'
import { isTest } from './import-law.ts'
import { markupSinks } from './law.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'
import { isNode, lineFinder } from '../uses/syntax.ts'

type Found = Omit<Problem, 'file'>

/** Forbidden uses of a file, whatever it imports. */
export function useProblems(source: SourceFile): readonly Problem[] {
  if (isTest(source.file)) return []
  return [...browserProblems(source), ...markupProblems(source)].map(problem => ({ ...problem, file: source.file }))
}

/** Remotes only: the browser's globals belong to the shell. */
function browserProblems({ file, text, tree }: SourceFile): readonly Found[] {
  if (!file.startsWith('remote-') || !isNode(tree)) return []
  const uses = forbiddenUses(placesIn(tree, file, text), true)
  const lineOf = lineFinder(text)
  const allowed = exceptions[file.split('/')[0] ?? ''] ?? {}
  return uses.flatMap(({ rule, says, placed }) =>
    uses.filter(use => use.rule === rule).length <= (allowed[rule]?.places ?? 0)
      ? []
      : [
          {
            line: lineOf(placed.node.start),
            rule: 'forbiddenUse' as const,
            message: `${rule}: ${says}. ${remedies[rule]}`,
          },
        ],
  )
}

function markupProblems({ members, attributes }: SourceFile): readonly Found[] {
  const names = members.map(({ name, line }) => ({ name: name.split('.').at(-1) ?? '', line }))
  const sinks = [...names, ...attributes].filter(({ name }) => markupSinks.includes(name))
  const writes = members.filter(({ name }) => name === 'document.write' || name === 'document.writeln')
  return [...sinks, ...writes].map(({ name, line }) => ({
    line,
    rule: 'markup' as const,
    message: `${name} makes elements or code from text; Trusted Types forbid it at run time. Build elements with React, and show texts as text.`,
  }))
}
