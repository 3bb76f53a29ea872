/** The text with everything but its comments made blank; places stay the same. */
export function commentsOf(text: string): string {
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
export function withoutExamples(text: string): string {
  return blank(text, [...text.matchAll(/^( *)```[\s\S]*?^\1```/gm)])
}

/** The text with what was found made blank; places stay the same. */
export function blank(text: string, matches: readonly RegExpMatchArray[]): string {
  const parts: string[] = []
  let from = 0
  for (const { 0: span, index = 0 } of matches) {
    parts.push(text.slice(from, index), span.replaceAll(/[^\n]/g, ' '))
    from = index + span.length
  }
  return parts.join('') + text.slice(from)
}
