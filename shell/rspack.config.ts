import { defineShell } from '@adcoin/preset'

export default defineShell(import.meta.dirname)
