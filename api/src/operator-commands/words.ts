import { parseArgs } from 'node:util'

export type OperatorWords = {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | true>>
  readonly json: boolean
}

/**
 * `withdraw reject abc --reason "The name differs" --json` → words, flags, json. The service defines the flags; a
 * flag's value is the next word that is no flag, or the text after `=`.
 */
export function parseWords(args: readonly string[]): OperatorWords {
  const options = Object.fromEntries(
    args.flatMap((word, index) => {
      const name = /^--([^=]+)/.exec(word)?.[1]
      return name === undefined ? [] : [[name, { type: typeOf(name, word, args[index + 1]) }]]
    }),
  )
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const { json, ...flags } = values
  return { words: positionals, flags: flags as OperatorWords['flags'], json: json !== undefined }
}

function typeOf(name: string, word: string, next: string | undefined): 'string' | 'boolean' {
  if (word.includes('=')) return 'string'
  return name === 'json' || next === undefined || next.startsWith('--') ? 'boolean' : 'string'
}
