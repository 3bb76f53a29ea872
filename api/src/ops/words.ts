export type Words = {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | true>>
  readonly json: boolean
}

/** `withdraw reject abc --reason "The name differs" --json` → words, flags, json. A flag's value is the next word that is no flag, or what follows `=`. */
export function parseWords(args: readonly string[]): Words {
  const words: string[] = []
  const flags: Record<string, string | true> = {}
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? ''
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const [name = '', ...value] = word.slice(2).split('=')
    const next = args[index + 1]
    if (value.length > 0) flags[name] = value.join('=')
    else if (name !== 'json' && next !== undefined && !next.startsWith('--')) {
      flags[name] = next
      index += 1
    } else flags[name] = true
  }
  const { json, ...rest } = flags
  return { words, flags: rest, json: json !== undefined }
}
