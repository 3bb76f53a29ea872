/**
 * Runs in the page before any release: remembers what the browser brings and all areas rely on. Comparing twice gives
 * the same answer, whatever the machine is doing: no clock is involved.
 *
 * Its source text runs in the page, so it uses nothing from outside.
 *
 * @returns the names that were changed, added or removed since the call before
 */
export function watchNatives(): () => readonly string[] {
  const { getOwnPropertyDescriptor, ownKeys } = Reflect
  const shared = `Object Function Array String Number Boolean RegExp Date Promise Map Set WeakMap Math JSON Intl Reflect
    Symbol URL URLSearchParams Request Response Headers FormData Blob EventTarget Event AbortController Node Element
    HTMLElement Document Storage History XMLHttpRequest Crypto MessageChannel`.split(/\s+/)
  const { is } = Object
  type Holder = { name: string; object: object; was: Map<PropertyKey, PropertyDescriptor | undefined> }
  const holders: Holder[] = []
  const read = (object: object) => new Map(ownKeys(object).map(key => [key, getOwnPropertyDescriptor(object, key)]))
  const addHolder = (name: string, object: unknown) => {
    if ((typeof object !== 'object' && typeof object !== 'function') || object === null) return
    holders.push({ name, object, was: read(object) })
  }
  for (const name of shared) {
    const object: unknown = Reflect.get(globalThis, name)
    addHolder(name, object)
    if (typeof object === 'function') addHolder(`${name}.prototype`, object.prototype)
  }
  addHolder('crypto', globalThis.crypto)
  addHolder('history', globalThis.history)
  for (const name of ownKeys(Intl)) {
    const object: unknown = Reflect.get(Intl, name)
    if (typeof object === 'function') addHolder(`Intl.${String(name)}.prototype`, object.prototype)
  }
  const own = `${shared.join(' ')} fetch queueMicrotask requestAnimationFrame structuredClone Proxy setTimeout
    setInterval clearTimeout clearInterval addEventListener`.split(/\s+/)
  const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined) =>
    is(a?.value, b?.value) && a?.get === b?.get && a?.set === b?.set && (a === undefined) === (b === undefined)
  let window = new Map<string, unknown>(own.map(name => [name, Reflect.get(globalThis, name)]))
  // A release may change the methods of these as well: they are the browser's own.
  const { keys, get, has } = Map.prototype
  return () => {
    const changed: string[] = []
    for (const holder of holders) {
      const now = read(holder.object)
      for (const key of [...keys.call(holder.was), ...keys.call(now)])
        if (!isSame(get.call(holder.was, key), get.call(now, key)) || has.call(holder.was, key) !== has.call(now, key))
          changed.push(`${holder.name}.${String(key)}`)
      holder.was = now
    }
    const now = new Map<string, unknown>(own.map(name => [name, Reflect.get(globalThis, name)]))
    for (const name of own) if (get.call(window, name) !== get.call(now, name)) changed.push(`window.${name}`)
    window = now
    // React Aria, which many libraries carry, wraps it and calls it: `leave` of the watch looks whether it works.
    return [...new Set(changed)].filter(name => name !== 'HTMLElement.prototype.focus')
  }
}
