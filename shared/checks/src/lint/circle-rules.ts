import { posix } from 'node:path'
import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>
/** An import between two files of the tree. */
type Arrow = { readonly from: string; readonly to: string; readonly line: number }

/**
 * Files that import each other in a circle, over the whole tree. Types count: who imports a type must read the file
 * that has it. `import/no-cycle` of oxlint does not see them. One problem for each group of files, with its shortest
 * circle.
 */
export function circleProblems(sources: readonly SourceFile[]): readonly Problem[] {
  const arrows = arrowsOf(sources)
  return circlesIn(graphOf(arrows.map(({ from, to }) => [from, to]))).map(circle => {
    const [from = '', to = ''] = circle
    return problem(
      arrows.find(arrow => arrow.from === from && arrow.to === to),
      `Files import each other in a circle: ${circle.join(' -> ')}. Move what both need into a file below them; types count too.`,
    )
  })
}

/**
 * Folders beside each other that import each other in a circle, however far below them the files are. A person who
 * reads one of them has to read all of them.
 */
export function folderCircleProblems(sources: readonly SourceFile[]): readonly Problem[] {
  const arrows = arrowsOf(sources).flatMap(arrow => {
    const folders = siblings(arrow.from, arrow.to)
    return folders ? [{ ...arrow, folders }] : []
  })
  return circlesIn(graphOf(arrows.map(({ folders }) => folders))).map(circle => {
    const steps = circle.slice(1).map((to, index) => {
      const arrow = arrows.find(({ folders }) => folders[0] === circle[index] && folders[1] === to)
      return `${arrow?.from} imports ${arrow?.to}`
    })
    return problem(
      arrows.find(({ folders }) => folders[0] === circle[0] && folders[1] === circle[1]),
      `Folders import each other in a circle: ${circle.join(' -> ')} (${steps.join('; ')}). Move what both need into a folder below them; types count too.`,
    )
  })
}

function problem(arrow: Arrow | undefined, message: string): Problem {
  return { file: arrow?.from ?? '', line: arrow?.line ?? 1, rule: 'circle', message }
}

function arrowsOf(sources: readonly SourceFile[]): readonly Arrow[] {
  const own = sources.filter(({ file }) => !isTest(file))
  const known = new Set(own.map(({ file }) => file))
  return own.flatMap(({ file, imports }) =>
    imports
      .map(({ request, line }) => ({ from: file, to: target(file, request), line }))
      .filter(({ to }) => known.has(to)),
  )
}

/** The two folders, children of the same folder, in which the files are; undefined where one of them is above. */
function siblings(from: string, to: string): readonly [string, string] | undefined {
  const [one, other] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')]
  const at = one.findIndex((name, index) => name !== other[index])
  if (at < 0 || other[at] === undefined) return undefined
  return [one.slice(0, at + 1).join('/'), other.slice(0, at + 1).join('/')]
}

function graphOf(pairs: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

/** The file that a relative request means, from the root. */
export function target(file: string, request: string): string {
  return request.startsWith('.') ? posix.join(posix.dirname(file), request) : request
}

/** One circle, both ends named, for each group of nodes that reach each other. */
function circlesIn(graph: Graph): readonly (readonly string[])[] {
  const reported = new Set<string>()
  return [...graph.keys()].flatMap(node => {
    if (reported.has(node)) return []
    const circle = shortestCircle(graph, node)
    if (!circle) return []
    for (const each of reachable(graph, node)) if (reachable(graph, each).has(node)) reported.add(each)
    return [circle]
  })
}

/** The shortest way from a node back to itself, both ends named. */
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

function wayTo(node: string, cameFrom: ReadonlyMap<string, string>, from: string): readonly string[] {
  return node === from ? [from] : [...wayTo(cameFrom.get(node) ?? from, cameFrom, from), node]
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
