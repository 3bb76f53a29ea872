import { isSaneToken } from '@adcoin/session'

/** What a native app may hand over: a session token, nothing else is taken. */
export type HandOver = { ok: true; token: string } | { ok: false }

const refused: HandOver = { ok: false }
/** Characters; a token and some particulars fit many times. */
const longest = 8_192
const deepest = 8

/**
 * Reads the JSON of a native hand-over: an object with `authorized_key`, a token that can stand in a header. Other keys
 * are ignored. Refused: too long, too deep, no object, a key that stands twice (which of the two was meant?).
 * Source: rulings.md R7, bad-inputs.md 142 to 145.
 */
export function parseHandOver(text: unknown): HandOver {
  if (typeof text !== 'string' || text.length > longest) return refused
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !isShallow(text) || hasTwins(text))
      return refused
    const token: unknown =
      Object.hasOwn(value, 'authorized_key') && 'authorized_key' in value ? value.authorized_key : undefined
    return isSaneToken(token) ? { ok: true, token } : refused
  } catch {
    return refused
  }
}

/** Whether the brackets of a valid JSON text, those in strings left out, stand at most `deepest` deep. */
function isShallow(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(stringsAndMarks)) {
    if (mark === '{' || mark === '[') depth += 1
    if (mark === '}' || mark === ']') depth -= 1
    if (depth > deepest) return false
  }
  return true
}

/** Whether an object of a valid JSON text has a key twice; `JSON.parse` would silently take the last. */
function hasTwins(text: string): boolean {
  const open: Set<string>[] = []
  const marks = [...text.matchAll(stringsAndMarks)].map(([mark]) => mark)
  return marks.some((mark, index) => {
    if (mark === '{' || mark === '[') open.push(new Set())
    if (mark === '}' || mark === ']') open.pop()
    if (!mark.startsWith('"') || marks[index + 1] !== ':') return false
    const key = String(JSON.parse(mark)) // "a" and "\u0061" are one key
    const keys = open.at(-1)
    if (keys?.has(key)) return true
    keys?.add(key)
    return false
  })
}

/** On valid JSON only: an unclosed string would make it slow. */
const stringsAndMarks = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs
