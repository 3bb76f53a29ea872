import { createRemoteConfig } from '@adcoin/preset'

export default createRemoteConfig(import.meta.dirname)
