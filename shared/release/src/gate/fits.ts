import type { Shape } from '@adcoin/contract'

export type Misfit = { readonly at: string; readonly says: string }

/**
 * Whether everything that is sent under one shape is understood under another: no field is missing, no type is
 * narrower, no value is new.
 *
 * @returns what does not fit, with the place in the shape; empty where all of it does
 */
export function misfits(sent: Shape, understood: Shape, at = ''): readonly Misfit[] {
  const wrong = (says: string): readonly Misfit[] => [{ at, says }]
  if (understood.kind === 'any')
    return rulesOf(understood).every(rule => rulesOf(sent).includes(rule))
      ? []
      : wrong(`it is not a ${rulesOf(understood).join(', ')}`)
  if (sent.kind === 'either') return sent.shapes.flatMap(each => misfits(each, understood, at))
  if (understood.kind === 'either')
    return understood.shapes.some(each => misfits(sent, each, at).length === 0)
      ? []
      : wrong(`${nameOf(sent)} is none of ${understood.shapes.map(nameOf).join(', ')}`)
  if (understood.kind === 'one')
    return sent.kind === 'one'
      ? strange(sent.of, understood.of).flatMap(value => wrong(`the value ${JSON.stringify(value)} is unknown`))
      : wrong(`${nameOf(sent)} may be any, only ${understood.of.join(', ')} are understood`)
  if (sent.kind === 'one' && isPlain(understood))
    return sent.of.every(value => typeof value === understood.kind)
      ? []
      : wrong(`${nameOf(sent)} is no ${understood.kind}`)
  if (sent.kind !== understood.kind) return wrong(`${nameOf(sent)} where ${nameOf(understood)} is expected`)
  if (sent.kind === 'object' && understood.kind === 'object') return objectMisfits(sent, understood, at)
  const items = 'item' in sent && 'item' in understood ? misfits(sent.item, understood.item, `${at}[]`) : []
  return [
    ...items,
    ...rulesOf(understood)
      .filter(rule => !isImplied(rule, rulesOf(sent)))
      .flatMap(rule => wrong(`the rule "${rule}" is not kept`)),
  ]
}

type ObjectShape = Extract<Shape, { kind: 'object' }>

function objectMisfits(sent: ObjectShape, understood: ObjectShape, at: string): readonly Misfit[] {
  const place = (name: string) => (at === '' ? name : `${at}.${name}`)
  const missing = Object.keys(understood.fields).filter(
    name => !understood.optional?.includes(name) && (!(name in sent.fields) || sent.optional?.includes(name)),
  )
  const refused = understood.isClosed ? strange(Object.keys(sent.fields), Object.keys(understood.fields)) : []
  return [
    ...missing.map(name => ({
      at: place(name),
      says: name in sent.fields ? 'the field is required, and may be absent' : 'the field is required, and is not sent',
    })),
    ...refused.map(name => ({ at: place(name), says: 'the field is sent, and no longer taken' })),
    ...Object.entries(sent.fields).flatMap(([name, shape]) => {
      const other = understood.fields[name]
      return other ? misfits(shape, other, place(name)) : []
    }),
  ]
}

/** `max_length 20` keeps `max_length 30`; any other rule is kept only by itself. */
function isImplied(rule: string, kept: readonly string[]): boolean {
  if (kept.includes(rule)) return true
  const [type = '', limit] = split(rule)
  return kept.some(other => {
    const [otherType, otherLimit] = split(other)
    if (otherType !== type || limit === undefined || otherLimit === undefined) return false
    return type.startsWith('max_') ? otherLimit <= limit : type.startsWith('min_') ? otherLimit >= limit : false
  })
}

function split(rule: string): readonly [string, number?] {
  const [type = '', limit = ''] = rule.split(' ')
  return /^-?[0-9.]+$/.test(limit) ? [type, Number(limit)] : [type]
}

const isPlain = ({ kind }: Shape) => kind === 'string' || kind === 'number' || kind === 'boolean'
const rulesOf = (shape: Shape): readonly string[] => ('rules' in shape ? (shape.rules ?? []) : [])
const strange = <Value>(values: readonly Value[], known: readonly Value[]) =>
  values.filter(value => !known.includes(value))
const nameOf = (shape: Shape): string => (shape.kind === 'one' ? shape.of.join(' or ') : shape.kind)
