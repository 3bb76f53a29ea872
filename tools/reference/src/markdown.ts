/** A table of these columns; a page may be as wide as its tables. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)]
}

/** A cell of a table: no line breaks, and no bar that would end it. */
const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()

/** The head of a generated page. */
export function head(title: string, ...from: readonly string[]): readonly string[] {
  return [`# ${title}`, '', 'Written by `npm run references`; do not edit.', ...from]
}

export const page = (lines: readonly string[]): string => `${lines.join('\n')}\n`
