import { isSaneToken } from '@adcoin/session'

export type HandOver = { ok: true; token: string } | { ok: false }

const refused: HandOver = { ok: false }
/** Characters. */
const longest = 8_192
const deepest = 8

/**
 * Reads the JSON of a native hand-over: an object with `authorized_key`, a token that is valid in a header. Other keys
 * are ignored. Rejects text that is too long or too deep, is no object, or repeats a key. Source: rulings.md R7,
 * bad-inputs.md 4.8.
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

function isShallow(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(stringsAndMarks)) {
    if (mark === '{' || mark === '[') depth += 1
    if (mark === '}' || mark === ']') depth -= 1
    if (depth > deepest) return false
  }
  return true
}

/** `JSON.parse` would silently take the last of two equal keys. */
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

/**
 * The JSON in the address of /appLogin: the fragment after `#data=`, else `?data=`; undefined if neither exists.
 * Undecodable or repeated data becomes '', which no parser accepts.
 */
export function findHandOver({ hash, search }: Pick<Location, 'hash' | 'search'>): string | undefined {
  if (hash.startsWith('#data=')) return decodeText(hash.slice('#data='.length))
  const given = [...search.matchAll(/[?&]data=([^&]*)/g)].map(match => match[1] ?? '')
  if (given.length === 0) return undefined
  return given.length === 1 ? decodeText(given[0] ?? '') : ''
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
