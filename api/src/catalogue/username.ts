/** Two spellings of one name: without @, spaces and case. */
export function normalisedUsername(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060]/g, '')
    .replace(/^@/, '')
    .toLowerCase()
}

/** As the person wrote it, without what would turn the text around it. */
export function shownUsername(text: string): string {
  return text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
}
