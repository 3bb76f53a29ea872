#!/usr/bin/env node
// npm run dev -w remote-wallet: the remote alone in its development host page.
// npm run dev -w remote-wallet -- --in http://localhost:8080: the remote from the working tree inside the running
// product. Everything else goes on to `rspack dev`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../checks/bin/pinned-node.mjs'

const words = process.argv.slice(2)
const at = words.indexOf('--in')
const address = at < 0 ? undefined : words[at + 1]
if (at >= 0 && !URL.canParse(address ?? '')) {
  console.error('Say where the product runs: npm run dev -w remote-wallet -- --in http://localhost:8080')
  process.exit(2)
}
const rest = at < 0 ? words : words.toSpliced(at, 2)
const rspack = join(root, 'node_modules/@rspack/cli/bin/rspack.js')
const env = address === undefined ? process.env : { ...process.env, ADCOIN_IN: new URL(address).origin }
const child = spawn(process.execPath, [rspack, 'dev', ...rest], { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', code => process.exit(code ?? 1))
