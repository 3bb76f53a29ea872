/** `rspack dev` provides this to modules that accept changes in place. */
interface ImportMeta {
  readonly webpackHot?: { accept(module: string, then: () => void): void }
}

declare module 'remote-door' {
  import type { RemoteDoor } from '@adcoin/remote'

  const door: RemoteDoor
  export default door
}
