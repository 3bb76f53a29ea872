type Holder = readonly [name: string, object: object, members?: readonly string[]]

/** What every area relies on. Where no members are named, all are looked at, so that additions are noticed as well. */
function holders(): readonly Holder[] {
  return [
    ['window', globalThis, ['fetch', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'queueMicrotask', 'requestAnimationFrame', 'XMLHttpRequest', 'Promise', 'Proxy', 'Request', 'Response', 'URL', 'addEventListener']],
    ['history', history, ['pushState', 'replaceState', 'back', 'go']],
    ['document', document, ['addEventListener', 'createElement', 'querySelector']],
    ['Array.prototype', Array.prototype], ['Object.prototype', Object.prototype], ['String.prototype', String.prototype], ['Promise.prototype', Promise.prototype], ['Function.prototype', Function.prototype, ['apply', 'bind', 'call']],
    ['Object', Object], ['JSON', JSON, ['parse', 'stringify']], ['Storage.prototype', Storage.prototype, ['getItem', 'setItem', 'removeItem']],
    ['EventTarget.prototype', EventTarget.prototype], ['Node.prototype', Node.prototype, ['appendChild', 'insertBefore', 'removeChild']], ['Element.prototype', Element.prototype, ['setAttribute', 'removeAttribute', 'append']],
  ]
}

/**
 * Notices when somebody replaces what the browser brings: nothing can keep a module from it, and everybody's code runs on it.
 *
 * @returns asks what was changed or added since the last time; empty where nothing was
 */
export function createTripwire(): () => readonly string[] {
  let known = look()
  return () => {
    const now = look()
    const changed = [...new Set([...known.keys(), ...now.keys()])].filter(name => known.get(name) !== now.get(name))
    known = now
    return changed
  }
}

function look(): ReadonlyMap<string, unknown> {
  return new Map(holders().flatMap(([name, object, members = Object.getOwnPropertyNames(object)]) => members.map(member => [`${name}.${member}`, valueOf(object, member)] as const)))
}

/** Without calling a getter: those of a prototype throw. */
function valueOf(object: object, member: string): unknown {
  const own = Object.getOwnPropertyDescriptor(object, member)
  return own ? (own.value ?? own.get) : (Reflect.get(object, member) as unknown)
}
