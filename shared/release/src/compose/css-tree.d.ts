// The same package in one file, which is read three times as fast; somebody waits for a rollback.
declare module 'css-tree/dist/csstree.esm' {
  export * from 'css-tree'
}
