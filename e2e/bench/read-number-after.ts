/** The number after an option's name, as in `--rounds 5`; the fallback where the option is not there. */
export function readNumberAfter(words: readonly string[], name: string, fallback: number): number {
  const index = words.indexOf(name)
  return index < 0 ? fallback : Number(words[index + 1])
}
