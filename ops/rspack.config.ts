import { definePage } from '@adcoin/preset'

export default definePage(import.meta.dirname)
