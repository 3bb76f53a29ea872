import { isTest } from './import-law.ts'
import { markupSinks, shellGlobals, shellMembers } from './law.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

/** What a file does that it must not, whatever it imports. */
export function forbiddenUses(source: SourceFile): readonly Problem[] {
  return [...shellProblems(source), ...markupProblems(source)].map(problem => ({ ...problem, file: source.file }))
}

type Found = Omit<Problem, 'file'>

function shellProblems(source: SourceFile): readonly Found[] {
  if (!source.file.startsWith('remote-') || isTest(source.file)) return []
  const used = [
    ...source.globals.map(use => ({ ...use, instead: lookup(shellGlobals, use.name) })),
    ...source.members.map(use => ({ ...use, instead: lookup(shellMembers, use.name) })),
  ]
  return used.flatMap(({ name, line, instead }) =>
    instead
      ? [{ line, rule: 'forbiddenUse' as const, message: `A remote does not touch ${name}; use ${instead}.` }]
      : [],
  )
}

function markupProblems(source: SourceFile): readonly Found[] {
  if (isTest(source.file)) return []
  const members = source.members.map(({ name, line }) => ({ name: name.split('.').at(-1) ?? '', line }))
  const sinks = [...members, ...source.attributes].filter(({ name }) => markupSinks.includes(name))
  const writes = source.members.filter(({ name }) => name === 'document.write' || name === 'document.writeln')
  const evals = source.globals.filter(
    ({ name }) => name === 'eval' || (name === 'Function' && /\bnew Function\b|[^.\w]Function\(/.test(source.text)),
  )
  return [...sinks, ...writes, ...evals].map(({ name, line }) => ({
    line,
    rule: 'markup' as const,
    message: `${name} makes elements or code from text; Trusted Types forbid it at run time. Build elements with React, and show texts as text.`,
  }))
}

function lookup(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
