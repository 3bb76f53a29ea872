import { relative } from 'node:path'

/** What the rules read of a node of the tree. */
export type Node = { readonly type: string; readonly parent?: Node } & Readonly<Record<string, unknown>>
export type Context = {
  readonly cwd: string
  readonly filename: string
  readonly sourceCode: {
    readonly text: string
    getText(node: Node): string
    getAllComments(): readonly (Node & { readonly value: string })[]
  }
  report(problem: { readonly node: Node; readonly message: string }): void
}
export type Visitor = Readonly<Record<string, (node: Node) => void>>
export type Rule = { readonly create: (context: Context) => Visitor }

/** The path of the linted file from the root, with slashes. */
export function pathOf({ cwd, filename }: Context): string {
  return relative(cwd, filename).replaceAll('\\', '/')
}

export function listNodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value : []
}

/** The workspace of a file: `shell/page`, `shared/ui`, `remote-wallet`. */
export function findWorkspace(file: string): string {
  return /^(?:shell\/page(?=\/)|(?:(?:shared|tools)\/)?[^/]+)/.exec(file)?.[0] ?? ''
}
