const name = /^\w+\.displayName = "[\w.]+";$/gm
const made = /(?<=^(?:var|let|const) \w+ = )(?=React\d*\.(?:forwardRef|createContext)\()/gm

/**
 * Rspack loader for React Router's one file: its components lose their names for React's devtools, and their making is
 * marked as pure. `Form.displayName = …` alone keeps `Form` and all its dependencies in a page without such a form (4
 * KB).
 */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function removeComponentNames(source: string): string {
  return source.replace(name, '').replace(made, '/*#__PURE__*/ ')
}
