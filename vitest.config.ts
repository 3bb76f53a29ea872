import { createVitestPreset } from '@adcoin/checks/vitest'

export default createVitestPreset()
