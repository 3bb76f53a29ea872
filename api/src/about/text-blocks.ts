export type TextBlock = { readonly kind: 'heading' | 'point' | 'text'; readonly text: string }

/** A text as an operator writes it: a line is a paragraph, `# ` begins a heading, `- ` a point of a list. */
export function blocksOf(text: string): TextBlock[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      if (line.startsWith('# ')) return { kind: 'heading', text: line.slice(2).trim() }
      if (line.startsWith('- ')) return { kind: 'point', text: line.slice(2).trim() }
      return { kind: 'text', text: line }
    })
}
