#!/usr/bin/env node
// run.mjs <file.ts> args…: runs a TypeScript file of this repository on the pinned Node.
import { runOnPinnedNode } from './pinned-node.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node shared/checks/bin/run.mjs <file.ts> [arguments]')
  process.exit(2)
}
runOnPinnedNode(file, args)
