/** Joins class names, leaving out what is not set: `classNames('ac-btn', block && 'ac-btn--block')`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Keeps only the entries that are set, for props whose absence and `undefined` differ. */
export function omitUndefined<Props extends object>(
  props: Props,
): { [Key in keyof Props]: Exclude<Props[Key], undefined> } {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as never
}
