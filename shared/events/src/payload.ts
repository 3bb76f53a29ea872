import * as v from 'valibot'

/** Bytes of a payload as JSON, about. Source: faults.md F06. */
const largestPayload = 16 * 1024
/** Levels of nesting. */
const deepest = 12

/** Why a payload was refused, for a developer to read. */
export type PayloadRefusal = string

/**
 * The payload as subscribers get it: parsed with the event's schema (unknown fields dropped), cloned and deeply frozen.
 * Size is judged first, and stops counting at the limit, so that an enormous payload costs nothing.
 */
export function sealPayload(
  schema: v.GenericSchema,
  payload: unknown,
): { ok: true; payload: unknown } | { ok: false; why: PayloadRefusal } {
  try {
    if (subtractSize(payload, largestPayload, 0) < 0)
      return { ok: false, why: `the payload is larger than ${largestPayload} bytes or nested too deeply` }
    const parsed = v.safeParse(schema, payload)
    if (!parsed.success)
      return {
        ok: false,
        why: `the payload does not match: ${parsed.issues
          .map(issue => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
          .join('; ')
          .slice(0, 300)}`,
      }
    return { ok: true, payload: freezeDeep(structuredClone(parsed.output)) }
  } catch {
    return { ok: false, why: 'the payload cannot be read or cloned' }
  }
}

/** @returns bytes left after the value; negative if it does not fit or is nested too deeply */
function subtractSize(value: unknown, bytesLeft: number, depth: number): number {
  if (typeof value === 'string') return bytesLeft - value.length
  if (typeof value !== 'object' || value === null) return bytesLeft - 8
  if (depth >= deepest || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return -1
  let left = bytesLeft - 2
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    left = subtractSize((value as Record<string, unknown>)[key], left - String(key).length - 3, depth + 1)
    if (left < 0) return left
  }
  return left
}

function freezeDeep<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freezeDeep)
  return value
}
