import { defineRemote } from '@adcoin/preset'

export default defineRemote(import.meta.dirname)
