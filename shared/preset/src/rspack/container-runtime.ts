/**
 * Stands in a remote's container for `@module-federation/webpack-bundler-runtime`: the shell has what a container uses
 * of it (`shell/src/composition/loading/container-runtime.ts`), and 4 KB less are in every remote's entry.
 */
type ContainerRuntime = { readonly bundlerRuntime: object }

const { _FEDERATION_CONTAINER_RUNTIME: shared } = globalThis as unknown as {
  _FEDERATION_CONTAINER_RUNTIME: ContainerRuntime
}

// What is written to is each container's own: its options, and its map of shared modules until it is connected.
// A default export, because the package that it stands for has one.
// oxlint-disable-next-line import/no-default-export
export default {
  ...shared,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntimeOptions: {},
  bundlerRuntime: { ...shared.bundlerRuntime, S: {} },
}
