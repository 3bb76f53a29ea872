import { posix } from 'node:path'
import { isThere, type Library, pageNamed } from './citation-library.ts'
import type { Problem } from './problem.ts'

type Found = { readonly at: number; readonly message: string }

const id = String.raw`[A-Z]\d{1,2}|\d+(?:\.\d+)*`
const between = String.raw`(?:\s|\*|//|--)+`
const cited = new RegExp(
  String.raw`([\w./-]*[\w-]\.md)\b(?:\x60|\]\([^)]*\)|\])*(?:${between}((?:${id})\b(?:(?:,?${between}(?:to|and)|,)${between}(?:${id})\b)*))?`,
  'g',
)
const nameless =
  /\b(?:rulings?|faults?|specification|architecture|security|reference-api|bad-inputs|expectations?|dependencies|issue)(?: sections?)? (?:[A-Z]\d{1,2}|\d+(?:\.\d+)*)\b/gi
const bare = /(?<![\w.#&-])(?:[A-M][0-2]\d|R(?:[1-9]|1[01])|S[0-3]\d)(?![\w-]|\.\d)/g
const link = /\]\(([^)\s]+)\)/g
const place = String.raw`(?:shell|api|e2e|remote-[a-z]+|shared/[a-z]+)/(?:[\w.-]+/)*[\w.-]+`
const ownFile = new RegExp(String.raw`(?<![\w./@-])${place}\.(?:ts|tsx|mjs|css|sql|json|html)\b`, 'g')
/** In a page a folder counts as well, if it is written as code. */
const ownPath = new RegExp(String.raw`(?<=\x60)${place}(?=/?\x60)`, 'g')

const how = 'Name the document, then what stands in it: "rulings.md R5", "faults.md D01", "specification.md 7".'

/** Texts that must stay as they are: a released migration, what a build wrote, and the rules with their exampless. */
const exempt = /\/migrations\/|^shared\/checks\/src\/lint\/|\.json$/

/**
 * A citation names something in this repository. The one form: the document's name, then the place in it, as in
 * `rulings.md R5` or `security.md 5.7`. In a page the name may be a link. Returns every citation of a file that leads
 * nowhere, or that names no document.
 */
export function citationProblems(file: string, text: string, library: Library): readonly Problem[] {
  if (exempt.test(file)) return []
  const isPage = file.endsWith('.md')
  const prose = isPage ? withoutExamples(text) : commentsOf(text)
  const citations = [...prose.matchAll(cited)]
  const spoken = blank(prose, citations)
  // A test's title is no comment, and cites all the same.
  const titled = isPage ? spoken : blank(text, [...text.matchAll(cited)])
  const unnamed = [...titled.matchAll(nameless)]
  const found = [
    ...citations.flatMap(match => citedProblems(match, file, library)),
    ...[...prose.matchAll(isPage ? ownPath : ownFile)].flatMap(match => pathProblems(match, prose, library)),
    ...(isPage ? [...prose.matchAll(link)].flatMap(match => linkProblems(match, file, library)) : []),
    ...unnamed.map(({ 0: words, index }) => ({
      at: index,
      message: `"${words}" does not say where that stands. ${how}`,
    })),
    ...[...blank(spoken, unnamed).matchAll(bare)].flatMap(match => bareProblems(match, file, citations, library)),
  ]
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, message }) => ({ file, line: lineAt(text, at), rule: 'citation', message }))
}

function citedProblems(match: RegExpMatchArray, file: string, library: Library): readonly Found[] {
  const [, name = '', ids = ''] = match
  const at = match.index ?? 0
  const page = pageNamed(name, file, library)
  // Targets of links are checked as links.
  if (!page && (match.input ?? '').slice(0, at).endsWith('](')) return []
  if (!page) return [{ at, message: `There is no "${name}" in this repository; cite what is, or say it here.` }]
  const missing = page.startsWith('shared/docs/')
    ? [...ids.matchAll(new RegExp(id, 'g'))].map(([one]) => one).filter(one => !library.pages.get(page)?.ids.has(one))
    : []
  return missing.map(one => ({ at, message: `${page} has no "${one}".` }))
}

/** A recipe marks the files that the reader makes: **New** and the path. */
function pathProblems(match: RegExpMatchArray, page: string, library: Library): readonly Found[] {
  const [path] = match
  return isThere(path, library) || page.includes(`**New** \`${path}\``)
    ? []
    : [{ at: match.index ?? 0, message: `There is no ${path}; it has moved or gone.` }]
}

function linkProblems(match: RegExpMatchArray, file: string, library: Library): readonly Found[] {
  const [path = '', anchor] = (match[1] ?? '').split('#')
  const at = match.index ?? 0
  if (/^[a-z]+:/.test(path)) return []
  const target = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '')
  if (!isThere(target, library)) return [{ at, message: `The link "${match[1]}" leads nowhere.` }]
  const isInside = anchor === undefined || library.pages.get(target)?.anchors.has(anchor)
  return isInside ? [] : [{ at, message: `${target} has no heading "#${anchor}".` }]
}

/** A number alone is clear only in a page that defines it or names the document that does. */
function bareProblems(
  match: RegExpMatchArray,
  file: string,
  citations: readonly RegExpMatchArray[],
  library: Library,
): readonly Found[] {
  const named = file.endsWith('.md') ? citations.map(([, name = '']) => pageNamed(name, file, library)) : []
  const isKnown = [file, ...named].some(page => library.pages.get(page ?? '')?.ids.has(match[0]))
  if (isKnown) return []
  return [{ at: match.index ?? 0, message: `"${match[0]}" stands alone. ${how}` }]
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

/** The text with everything but its comments made blank; places stay the same. */
function commentsOf(text: string): string {
  const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--\s|#\s).*$|<!--[\s\S]*?-->/gm
  const parts: string[] = []
  let from = 0
  for (const { 0: span, index } of text.matchAll(comment)) {
    parts.push(text.slice(from, index).replaceAll(/[^\n]/g, ' '), span)
    from = index + span.length
  }
  return parts.join('')
}

/** A page without its fenced examples. */
function withoutExamples(text: string): string {
  return blank(text, [...text.matchAll(/^( *)```[\s\S]*?^\1```/gm)])
}

/** The text with what was found made blank; places stay the same. */
function blank(text: string, matches: readonly RegExpMatchArray[]): string {
  const parts: string[] = []
  let from = 0
  for (const { 0: span, index = 0 } of matches) {
    parts.push(text.slice(from, index), span.replaceAll(/[^\n]/g, ' '))
    from = index + span.length
  }
  return parts.join('') + text.slice(from)
}
