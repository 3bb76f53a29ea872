type Holder = readonly [name: string, object: object, members?: readonly PropertyKey[]]
type Slot = {
  readonly name: string
  readonly object: object
  readonly member: PropertyKey
  readonly was: PropertyDescriptor | undefined
}

// A remote that changes natives may change these methods as well: nothing below calls a method of a prototype.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

/** Without listed members all are compared, so that additions are noticed too. */
const namespaces = { Object, Promise, Date, Math, JSON }
const prototypes = [
  Array,
  Object,
  String,
  Number,
  RegExp,
  Date,
  Promise,
  Map,
  Set,
  EventTarget,
  XMLHttpRequest,
  Response,
  URL,
] as const
const onWindow = [
  'fetch',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'XMLHttpRequest',
  'Promise',
  'Proxy',
  'Request',
  'Response',
  'URL',
  'addEventListener',
  'JSON',
  'Map',
  'Set',
  'MessageChannel',
]
const onHistory = ['pushState', 'replaceState', 'back', 'go']

/** THE list of what every area relies on: the page looks at it, and so does the release gate, which opens the page. */
function holders(): readonly Holder[] {
  return [
    ['window', globalThis, onWindow],
    ['history', history, onHistory],
    ['History.prototype', History.prototype, onHistory],
    ['document', document, ['addEventListener', 'createElement', 'querySelector']],
    // Idempotency keys come of it: two calls with one key would be one.
    ['crypto', crypto, ['randomUUID', 'getRandomValues']],
    ['Crypto.prototype', Crypto.prototype, ['randomUUID', 'getRandomValues']],
    ...Object.entries(namespaces),
    ...prototypes.map((each): Holder => [`${each.name}.prototype`, each.prototype as object]),
    ['Function.prototype', Function.prototype, ['apply', 'bind', 'call']],
    ['Storage.prototype', Storage.prototype, ['getItem', 'setItem', 'removeItem']],
    ['Node.prototype', Node.prototype, ['appendChild', 'insertBefore', 'removeChild']],
    ['Element.prototype', Element.prototype, ['setAttribute', 'removeAttribute', 'append']],
  ]
}

/**
 * Detects replaced native functions and restores them: nothing can prevent a module from replacing one, and all code
 * depends on them.
 *
 * @returns a function that returns the names changed or added since its last call
 */
export function watchNatives(): () => readonly string[] {
  const watched = holders().map(([name, object, members]) => ({
    name,
    object,
    isWhole: members === undefined,
    slots: slotsOf(name, object, members ?? ownKeys(object)),
  }))
  return () => {
    const changed: string[] = []
    for (let at = 0; at < watched.length; at++) {
      const holder = watched[at]
      if (!holder) continue
      const { slots } = holder
      for (let each = 0; each < slots.length; each++) {
        const slot = slots[each]
        if (slot && !isAsItWas(slot)) {
          putBack(slot)
          changed[changed.length] = slot.name
        }
      }
      const now = holder.isWhole ? ownKeys(holder.object) : []
      if (now.length > slots.length) takeAway(holder.name, holder.object, now, slots, changed)
    }
    return changed
  }
}

function slotsOf(name: string, object: object, members: readonly PropertyKey[]): readonly Slot[] {
  return members.map(member => ({
    name: `${name}.${String(member)}`,
    object,
    member,
    was: getOwnPropertyDescriptor(object, member),
  }))
}

/** Without calling a getter: those of a prototype throw. */
function isAsItWas({ object, member, was }: Slot): boolean {
  const now = getOwnPropertyDescriptor(object, member)
  return was === undefined || now === undefined
    ? now === was
    : now.value === was.value && now.get === was.get && now.set === was.set
}

/** A property made final stays changed; it is reported each time. */
function putBack({ object, member, was }: Slot): void {
  if (was) defineProperty(object, member, was)
  else deleteProperty(object, member)
}

function takeAway(
  name: string,
  object: object,
  now: readonly PropertyKey[],
  slots: readonly Slot[],
  changed: string[],
): void {
  for (let at = 0; at < now.length; at++) {
    const member = now[at]
    let isKnown = false
    for (let each = 0; each < slots.length; each++) if (slots[each]?.member === member) isKnown = true
    if (isKnown || member === undefined) continue
    deleteProperty(object, member)
    changed[changed.length] = `${name}.${typeof member === 'string' ? member : 'a symbol'}`
  }
}
