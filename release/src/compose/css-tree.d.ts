// The same package in one file, which loads three times as fast; an operator waits for a rollback.
declare module 'css-tree/dist/csstree.esm' {
  export * from 'css-tree'
}
