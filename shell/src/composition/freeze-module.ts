/**
 * A shared module as remotes get it: a frozen copy, so that a remote that assigns `React.useState` breaks only itself.
 * Its exports are those of the page, so that React stays one. A plain object of functions or texts (`React.Children`,
 * `bus`) is copied and frozen too. Objects with state, as React's internals, are not.
 *
 * @param own  replaces exports for one remote; `undefined` removes an export
 */
export function freezeModule(module: object, own: Readonly<Record<string, unknown>> = {}): object {
  const descriptors = Object.getOwnPropertyDescriptors(module) as PropertyDescriptorMap
  for (const [name, value] of Object.entries(module))
    if (isPlainTable(value)) descriptors[name] = { enumerable: true, value: Object.freeze({ ...value }) }
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) delete descriptors[name]
    else descriptors[name] = { enumerable: true, value }
  }
  return Object.freeze(Object.create(Object.getPrototypeOf(module) as object | null, descriptors) as object)
}

function isPlainTable(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  const members = Reflect.ownKeys(value).map(key => typeof (value as Record<PropertyKey, unknown>)[key])
  return members.length > 0 && members.every(kind => kind === 'function' || kind === 'string')
}
