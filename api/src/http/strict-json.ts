/** Why a body is no JSON that this service reads. */
export class MalformedJson extends Error {}

const maxDepth = 12
const maxKeys = 2_000
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const space = /[ \t\n\r]*/y

/**
 * JSON as RFC 8259, and stricter where parsers disagree: no duplicate keys, no `__proto__`, no NUL and no lone
 * surrogate in a text, no byte order mark, at most 12 deep and 2,000 members. Objects have no prototype. Linear in the
 * length of the text.
 *
 * Long because the readers of objects, arrays and texts share one place in the text and one count of members.
 */
export function parseStrictJson(text: string): unknown {
  let at = 0
  let members = 0
  const value = read(0)
  skip()
  if (at !== text.length) throw new MalformedJson('something follows the value')
  return value

  function read(depth: number): unknown {
    if (depth > maxDepth) throw new MalformedJson('too deep')
    skip()
    const character = text[at]
    if (character === '{') return readObject(depth)
    if (character === '[') return readArray(depth)
    if (character === '"') return readString()
    for (const [word, meaning] of words) {
      if (text.startsWith(word, at)) {
        at += word.length
        return meaning
      }
    }
    return Number(token(numberToken))
  }

  function readObject(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    at += 1
    skip()
    if (text[at] === '}') return ((at += 1), object)
    for (;;) {
      skip()
      const key = readString()
      if (key === '__proto__' || Object.hasOwn(object, key))
        throw new MalformedJson('a key twice, or one that is not allowed')
      count()
      skip()
      expect(':')
      object[key] = read(depth + 1)
      skip()
      if (text[at] === '}') return ((at += 1), object)
      expect(',')
    }
  }

  function readArray(depth: number): unknown[] {
    const array: unknown[] = []
    at += 1
    skip()
    if (text[at] === ']') return ((at += 1), array)
    for (;;) {
      count()
      array.push(read(depth + 1))
      skip()
      if (text[at] === ']') return ((at += 1), array)
      expect(',')
    }
  }

  function readString(): string {
    const raw = token(stringToken)
    const content = JSON.parse(raw) as string
    if (content.includes('\0') || !content.isWellFormed()) throw new MalformedJson('a text that cannot be stored')
    return content
  }

  function token(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new MalformedJson('not JSON')
    at += found[0].length
    return found[0]
  }

  function skip(): void {
    space.lastIndex = at
    at += space.exec(text)?.[0].length ?? 0
  }

  function expect(character: string): void {
    if (text[at] !== character) throw new MalformedJson('not JSON')
    at += 1
  }

  function count(): void {
    members += 1
    if (members > maxKeys) throw new MalformedJson('too many members')
  }
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const
