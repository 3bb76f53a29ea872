/**
 * A declaration of the contract that makes something: `export const Email = v.pipe(…)`, up to the next line that begins
 * a new one.
 */
const made =
  /^((?:export )?const [\w$]+(?:: [^=\n]+)? = )(?=v\.|call\(|pageOf\(|event\(|new |\{)(.*(?:\n(?:[ \t}\])].*|(?=\n)))*)/gm

/**
 * Rspack loader for the contract's files: says of every schema, call and event that making it does nothing, so that an
 * app carries the ones that it uses and no others. Without it the bundler keeps each `call({ … })` of a file of which
 * one is used: it believes a mark at a call only, and only where the arguments are simple. Hence a function that is
 * called at once, marked as pure.
 */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function pureCalls(source: string): string {
  return source.replace(made, '$1/*#__PURE__*/(() => ($2\n))()')
}
