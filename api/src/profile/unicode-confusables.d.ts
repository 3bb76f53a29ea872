declare module 'unicode-confusables' {
  /** The text with each letter replaced by the one that it looks like. */
  export function rectifyConfusion(text: string): string
}
