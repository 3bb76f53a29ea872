/** `rspack dev` provides this to modules that accept changes in place. */
interface ImportMeta {
  readonly webpackHot?: { accept(module: string, then: () => void): void }
}

declare module 'remote-module' {
  import type { RemoteModule } from '@adcoin/remote'

  const module: RemoteModule
  export default module
}
