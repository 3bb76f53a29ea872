import { vitestPreset } from '@adcoin/checks/vitest'

export default vitestPreset()
