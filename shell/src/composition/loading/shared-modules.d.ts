/** Made by the build from the one list of singletons (`shared/preset/src/singletons.ts`). */
declare module 'virtual-shared-modules' {
  type SharedModules = Readonly<Record<string, object>>
  /** There at once. */
  export const core: Readonly<Record<string, { version: string; lib: () => object }>>
  /** In a file of the shell that arrives later. */
  export const later: Readonly<Record<string, { version: string; group: string }>>
  /** Brings the modules of such a file. */
  export const groups: Readonly<Record<string, () => Promise<SharedModules>>>
}
