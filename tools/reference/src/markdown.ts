/** A table of these columns; a page may be as wide as its tables. */
export function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const formatRow = (cells: readonly string[]) => `| ${cells.map(formatCell).join(' | ')} |`
  return [formatRow(columns), formatRow(columns.map(() => '---')), ...rows.map(formatRow)]
}

/** A cell of a table: no line breaks, and no bar that would end it. */
const formatCell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()

/** The head of a generated page. */
export function formatHead(title: string, ...from: readonly string[]): readonly string[] {
  return [`# ${title}`, '', 'Written by `npm run references`; do not edit.', ...from]
}

export const formatPage = (lines: readonly string[]): string => `${lines.join('\n')}\n`
