import { defineRemote } from '@adcoin/build'

export default defineRemote(import.meta.dirname)
