/** What `rspack dev` gives to modules that take changes in place. */
interface ImportMeta {
  readonly webpackHot?: { accept(module: string, then: () => void): void }
}

declare module 'remote-door' {
  import type { RemoteDoor } from '@adcoin/remote'

  const door: RemoteDoor
  export default door
}
