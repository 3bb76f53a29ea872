/**
 * A declaration of the contract that makes something: `export const Email = v.pipe(…)`, up to the next line that begins
 * a new one.
 */
const made =
  /^((?:export )?const [\w$]+(?:: [^=\n]+)? = )(?=v\.|defineCall\(|definePagedList\(|defineEvent\(|new |\{)(.*(?:\n(?:[ \t}\])].*|(?=\n)))*)/gm

/**
 * Rspack loader for the contract's files: marks the making of every schema, call and event as pure, so that an app
 * contains only those that it uses. Without it the bundler keeps each `defineCall({ … })` of a file of which one is
 * used: it accepts a mark at a call only, and only if the arguments are simple. Hence an immediately called function,
 * marked as pure.
 */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function markPureCalls(source: string): string {
  return source.replace(made, '$1/*#__PURE__*/(() => ($2\n))()')
}
