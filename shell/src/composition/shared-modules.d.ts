/** Made by the build from the one list of singletons (`shared/build/src/singletons.ts`). */
declare module 'virtual-shared-modules' {
  export const sharedModules: Readonly<Record<string, { version: string; lib: () => object }>>
}
