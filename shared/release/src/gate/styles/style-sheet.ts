import * as css from 'css-tree'

/** A style sheet as a tree, or why a browser might read it otherwise than this parser does. */
export type ReadSheet = { readonly tree: css.StyleSheet } | { readonly unread: string }

const opening: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

/**
 * Reads a style sheet strictly: a gate that guesses at what browsers make of it can be led around. So it takes what a
 * minifier writes, UTF-8 without escapes, every bracket closed, and nothing that needs a browser's error recovery.
 */
export function readSheet(bytes: Buffer): ReadSheet {
  const text = utf8(bytes)
  if (text === undefined) return { unread: 'it is not plain UTF-8 without a byte order mark' }
  const unread = strangeTokens(text) ?? unknownSyntax(text)
  if (unread !== undefined) return { unread }
  const tree = css.parse(text, { parseCustomProperty: true })
  return tree.type === 'StyleSheet' ? { tree } : { unread: 'it is no style sheet' }
}

/** A byte order mark would make the browser read the same bytes as another text. */
function utf8(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[\u0000\uFEFF]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function strangeTokens(text: string): string | undefined {
  const { BadString, BadUrl, CDO, CDC, Comment, Url, String: Quoted } = css.tokenTypes
  const open: string[] = []
  let strange: string | undefined
  css.tokenize(text, (type, start, end) => {
    const token = text.slice(start, end)
    if (type === BadString || type === BadUrl) strange ??= `${token.slice(0, 40)} does not end`
    if (type === CDO || type === CDC) strange ??= `${token} belongs to HTML`
    if (type === Quoted || type === Comment) return
    if (token.includes('\\')) strange ??= `${token.slice(0, 40)} is written with an escape`
    if (type === Url) return
    const closing = opening[token.at(-1) ?? '']
    if (closing !== undefined) open.push(closing)
    else if (Object.values(opening).includes(token) && open.pop() !== token) strange ??= `a "${token}" closes nothing`
  })
  return strange ?? (open.length > 0 ? `a "${open.at(-1)}" is missing at its end` : undefined)
}

/** Where the parser gives up it keeps the text raw; a browser may well understand it. */
function unknownSyntax(text: string): string | undefined {
  let unknown: string | undefined
  const tree = css.parse(text, {
    parseCustomProperty: true,
    onParseError: error => (unknown ??= `line ${error.line}: ${error.message}`),
  })
  css.walk(tree, node => {
    if (node.type === 'Raw' && node.value.trim() !== '') unknown ??= `"${node.value.trim().slice(0, 40)}" is not read`
  })
  return unknown
}
