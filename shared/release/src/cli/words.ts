/** Thrown for a command line that cannot be read; exit code 2. */
export class Usage extends Error {
  override readonly name = 'Usage'
}

/** A command line, read: the words in order, and the options by name. */
export type Words = {
  readonly words: readonly string[]
  flag(name: string): boolean
  value(name: string): string | undefined
}

const flags = new Set(['json', 'dry-run', 'hold', 'if-new', 'no-build', 'untried', 'even-if-unsafe'])
const values = new Set(['why', 'to', 'limit', 'keep', 'make', 'rotate', 'revoke', 'below', 'dist'])

/** Reads `--name`, `--name value` and `--name=value`. @throws Usage for an option that no command knows */
export function readWords(args: readonly string[]): Words {
  const words: string[] = []
  const options = new Map<string, string>()
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const [name = '', inline] = [
      word.slice(2).split('=', 1)[0],
      word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined,
    ]
    if (flags.has(name) && inline === undefined) options.set(name, '')
    else if (values.has(name)) {
      const value = inline ?? args[++at]
      if (value === undefined || (inline === undefined && value.startsWith('--')))
        throw new Usage(`--${name} needs a value`)
      options.set(name, value)
    } else throw new Usage(`there is no option ${word}`)
  }
  return { words, flag: name => options.has(name), value: name => options.get(name) }
}
