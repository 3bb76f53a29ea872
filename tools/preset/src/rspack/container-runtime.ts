/**
 * Replaces `@module-federation/webpack-bundler-runtime` in a remote's container: the shell has the parts that a
 * container uses (`shell/src/composition/shared.ts`), which saves 4 KB in every remote's entry.
 */
type ContainerRuntime = { readonly bundlerRuntime: object }

const { _FEDERATION_CONTAINER_RUNTIME: shared } = globalThis as unknown as {
  _FEDERATION_CONTAINER_RUNTIME: ContainerRuntime
}

// Written properties belong to each container: its options, and its map of shared modules until it is connected. A
// default export, because the replaced package has one.
// oxlint-disable-next-line import/no-default-export
export default {
  ...shared,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntimeOptions: {},
  bundlerRuntime: { ...shared.bundlerRuntime, S: {} },
}
