type Holder = readonly [name: string, object: object, members?: readonly PropertyKey[]]
type Slot = {
  readonly name: string
  readonly object: object
  readonly member: PropertyKey
  readonly was: PropertyDescriptor | undefined
}

// Whoever changes natives may change these as well: nothing below calls a method of a prototype.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

/** What every area relies on. Where no members are named, all are looked at, so that additions are noticed as well. */
function holders(): readonly Holder[] {
  return [
    [
      'window',
      globalThis,
      [
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
      ],
    ],
    ['history', history, ['pushState', 'replaceState', 'back', 'go']],
    ['History.prototype', History.prototype, ['pushState', 'replaceState', 'back', 'go']],
    ['document', document, ['addEventListener', 'createElement', 'querySelector']],
    ['Array.prototype', Array.prototype],
    ['Object.prototype', Object.prototype],
    ['String.prototype', String.prototype],
    ['Promise.prototype', Promise.prototype],
    ['Map.prototype', Map.prototype],
    ['Set.prototype', Set.prototype],
    ['Function.prototype', Function.prototype, ['apply', 'bind', 'call']],
    ['Object', Object],
    ['Promise', Promise],
    ['JSON', JSON, ['parse', 'stringify']],
    ['Storage.prototype', Storage.prototype, ['getItem', 'setItem', 'removeItem']],
    ['EventTarget.prototype', EventTarget.prototype],
    ['Node.prototype', Node.prototype, ['appendChild', 'insertBefore', 'removeChild']],
    ['Element.prototype', Element.prototype, ['setAttribute', 'removeAttribute', 'append']],
  ]
}

/**
 * Notices when somebody replaces what the browser brings, and puts it back: nothing can keep a module from it, and everybody's code
 * runs on it.
 *
 * @returns asks what was changed or added since the last time; empty where nothing was
 */
export function createTripwire(): () => readonly string[] {
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

/** A property that its changer made final stays changed; it is said once more each time. */
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
