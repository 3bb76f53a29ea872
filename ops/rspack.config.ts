import { definePage } from '@adcoin/build'

export default definePage(import.meta.dirname)
