import { defineShell } from '@adcoin/build'

export default defineShell(import.meta.dirname)
