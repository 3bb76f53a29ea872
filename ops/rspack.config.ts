import { createPageConfig } from '@adcoin/preset'

export default createPageConfig(import.meta.dirname)
