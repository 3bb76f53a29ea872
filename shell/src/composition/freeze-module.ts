/**
 * A shared module as remotes get it: a frozen copy, so that a remote that assigns `React.useState` breaks only itself.
 * Its exports are the page's own, so that React stays one; an export that is a plain list of functions or texts
 * (`React.Children`, `bus`) is copied and frozen too. What keeps a state, as React's internals, stays as it is.
 *
 * @param own  exports for one remote in place of the module's; `undefined` withholds an export
 */
export function freezeModule(module: object, own: Readonly<Record<string, unknown>> = {}): object {
  const descriptors = Object.getOwnPropertyDescriptors(module) as PropertyDescriptorMap
  for (const [name, value] of Object.entries(module))
    if (isList(value)) descriptors[name] = { enumerable: true, value: Object.freeze({ ...value }) }
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) delete descriptors[name]
    else descriptors[name] = { enumerable: true, value }
  }
  return Object.freeze(Object.create(Object.getPrototypeOf(module) as object | null, descriptors) as object)
}

function isList(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  const members = Reflect.ownKeys(value).map(key => typeof (value as Record<PropertyKey, unknown>)[key])
  return members.length > 0 && members.every(kind => kind === 'function' || kind === 'string')
}
