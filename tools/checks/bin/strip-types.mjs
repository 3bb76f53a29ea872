import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node runs TypeScript, but not below node_modules, where a team's repository has the shared packages.
const ours = /\/node_modules\/@adcoin\/[^?#]+\.ts$/

registerHooks({
  load(url, context, next) {
    if (!ours.test(url)) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', source, shortCircuit: true }
  },
})
