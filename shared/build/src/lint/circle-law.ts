import { posix } from 'node:path'
import { isTest } from './import-law.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/**
 * Files that import each other in a circle, over the whole tree. Types count: who imports a type must read the file
 * that has it. `import/no-cycle` of oxlint does not see them. One problem for each knot of files, with its shortest way
 * round.
 */
export function circleProblems(sources: readonly SourceFile[]): readonly Problem[] {
  const graph = graphOf(sources.filter(({ file }) => !isTest(file)))
  const told = new Set<string>()
  return [...graph.keys()].flatMap(file => {
    if (told.has(file)) return []
    const circle = shortestCircle(graph, file)
    if (!circle) return []
    for (const each of reachable(graph, file)) if (reachable(graph, each).has(file)) told.add(each)
    const [, next = file] = circle
    return [
      {
        file,
        line: lineOf(sources, file, next),
        rule: 'circle' as const,
        message: `Files import each other in a circle: ${circle.join(' -> ')}. Move what both need into a file below them; types count too.`,
      },
    ]
  })
}

function graphOf(sources: readonly SourceFile[]): Graph {
  const known = new Set(sources.map(({ file }) => file))
  return new Map(
    sources.map(({ file, imports }) => [
      file,
      [...new Set(imports.map(({ request }) => target(file, request)))].filter(each => known.has(each)),
    ]),
  )
}

/** The file that a relative request means, from the root. */
export function target(file: string, request: string): string {
  return request.startsWith('.') ? posix.join(posix.dirname(file), request) : request
}

/** The shortest way from a file back to itself, both ends named. */
function shortestCircle(graph: Graph, from: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  for (const queue = [from]; queue.length > 0;) {
    const at = queue.shift() ?? from
    for (const next of graph.get(at) ?? []) {
      if (next === from) return [...wayTo(at, cameFrom, from), from]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>, from: string): readonly string[] {
  return file === from ? [from] : [...wayTo(cameFrom.get(file) ?? from, cameFrom, from), file]
}

function reachable(graph: Graph, from: string): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const stack = [from]; stack.length > 0;) {
    for (const next of graph.get(stack.pop() ?? from) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      stack.push(next)
    }
  }
  return seen
}

function lineOf(sources: readonly SourceFile[], file: string, imported: string): number {
  const source = sources.find(each => each.file === file)
  return source?.imports.find(({ request }) => target(file, request) === imported)?.line ?? 1
}
