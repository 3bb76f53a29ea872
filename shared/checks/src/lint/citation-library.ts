import { posix } from 'node:path'

/** The targets of citations in a tree. */
export type Library = {
  /** Every file of the tree, relative to the root. */
  readonly files: ReadonlySet<string>
  /** Targets in each markdown file: numbers of headings and of entries, and headings as browsers link to them. */
  readonly pages: ReadonlyMap<string, Page>
}
type Page = { readonly ids: ReadonlySet<string>; readonly anchors: ReadonlySet<string> }

/** The targets of citations in a tree's pages. */
export function libraryOf(files: readonly string[], read: (file: string) => string): Library {
  const pages = files.filter(file => file.endsWith('.md')).map(file => [file, pageOf(read(file))] as const)
  return { files: new Set(files), pages: new Map(pages) }
}

function pageOf(text: string): Page {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const entries = [...text.matchAll(/^(?:- \*\*([A-Z]?\d+)\*\*|#+ ([A-Z]?\d+(?:\.\d+)*)\b|(\d+)\. )/gm)]
  return {
    ids: new Set(entries.map(([, entry, section, item]) => entry ?? section ?? item ?? '')),
    anchors: new Set(headings.map(anchorOf)),
  }
}

/** As a browser's address names a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** A page by its path from this file or from the root, or by the end of its path where no other ends so. */
export function pageNamed(name: string, file: string, { pages }: Library): string | undefined {
  const own = posix.join(posix.dirname(file), name)
  if (pages.has(own)) return own
  if (pages.has(name)) return name
  const alike = [...pages.keys()].filter(path => path.endsWith(`/${name}`))
  return alike.length === 1 || name === 'README.md' ? alike[0] : undefined
}

/** A file, or a folder that contains one. Products of builds and installations are not checked. */
export function isThere(path: string, { files }: Library): boolean {
  return (
    files.has(path) ||
    /(^|\/)(dist|node_modules)(\/|$)/.test(path) ||
    [...files].some(one => one.startsWith(`${path}/`))
  )
}
