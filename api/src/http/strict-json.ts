/** Why a body is no JSON that this service reads. */
export class MalformedJson extends Error {}

const maxDepth = 12
const maxKeys = 2_000
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const space = /[ \t\n\r]*/y

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

/**
 * JSON as RFC 8259, and stricter where parsers disagree: no duplicate keys, no `__proto__`, no NUL and no lone
 * surrogate in a text, no byte order mark, at most 12 deep and 2,000 members. Objects have no prototype. Linear in the
 * length of the text.
 *
 * @throws MalformedJson
 */
export function parseStrictJson(text: string): unknown {
  return new Reader(text).whole()
}

class Reader {
  #at = 0
  #members = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  whole(): unknown {
    const value = this.#read(0)
    this.#skip()
    if (this.#at !== this.#text.length) throw new MalformedJson('something follows the value')
    return value
  }

  #read(depth: number): unknown {
    if (depth > maxDepth) throw new MalformedJson('too deep')
    this.#skip()
    const character = this.#text[this.#at]
    if (character === '{') return this.#object(depth)
    if (character === '[') return this.#array(depth)
    if (character === '"') return this.#string()
    for (const [word, meaning] of words) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return meaning
      }
    }
    return Number(this.#token(numberToken))
  }

  #object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    this.#list('}', () => {
      this.#skip()
      const key = this.#string()
      if (key === '__proto__' || Object.hasOwn(object, key))
        throw new MalformedJson('a key twice, or one that is not allowed')
      this.#skip()
      this.#expect(':')
      object[key] = this.#read(depth + 1)
    })
    return object
  }

  #array(depth: number): unknown[] {
    const array: unknown[] = []
    this.#list(']', () => array.push(this.#read(depth + 1)))
    return array
  }

  /** The members between the opening bracket and `end`. */
  #list(end: string, readMember: () => void): void {
    this.#at += 1
    this.#skip()
    for (let isFirst = true; this.#text[this.#at] !== end || !isFirst; isFirst = false) {
      this.#members += 1
      if (this.#members > maxKeys) throw new MalformedJson('too many members')
      readMember()
      this.#skip()
      if (this.#text[this.#at] === end) break
      this.#expect(',')
    }
    this.#at += 1
  }

  #string(): string {
    const raw = this.#token(stringToken)
    const content = JSON.parse(raw) as string
    if (content.includes('\0') || !content.isWellFormed()) throw new MalformedJson('a text that cannot be stored')
    return content
  }

  #token(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) throw new MalformedJson('not JSON')
    this.#at += found[0].length
    return found[0]
  }

  #skip(): void {
    space.lastIndex = this.#at
    this.#at += space.exec(this.#text)?.[0].length ?? 0
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw new MalformedJson('not JSON')
    this.#at += 1
  }
}
