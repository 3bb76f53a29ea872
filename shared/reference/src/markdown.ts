/** A cell of a table: no line breaks, and no bar that would end it. */
const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()

/** A table of these columns; a page may be as wide as its tables. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)]
}

/** The head of a generated page. */
export function head(title: string, ...from: readonly string[]): readonly string[] {
  return [`# ${title}`, '', 'Written by `npm run references`; do not edit.', ...from]
}

export const page = (lines: readonly string[]): string => `${lines.join('\n')}\n`

/** A list entry in lines of at most 120 characters. */
export function wrapped(text: string): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= 120) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`  ${word}`)
  }
  return lines
}
