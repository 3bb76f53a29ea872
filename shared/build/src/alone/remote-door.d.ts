declare module 'remote-door' {
  import type { RemoteDoor } from '@adcoin/remote'

  const door: RemoteDoor
  export default door
}
