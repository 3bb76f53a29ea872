import { createShellConfig } from '@adcoin/preset'

export default createShellConfig(import.meta.dirname)
