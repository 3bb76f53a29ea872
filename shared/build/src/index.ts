export { defineRemote } from './rspack/define-remote.ts'
export { defineShell } from './rspack/define-shell.ts'
export { baseConfiguration } from './rspack/base.ts'
