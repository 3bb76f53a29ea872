/** Styles as the bundler gives them: a side effect, or (`*.module.css`) the scoped names of its classes. */
declare module '*.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
