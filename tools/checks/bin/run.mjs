#!/usr/bin/env node
// run.mjs <file.ts> args…: runs a TypeScript file of this repository on the pinned Node.
import { runOnPinnedNode } from './pinned-node.mjs'

const [file = '', ...args] = process.argv.slice(2)
runOnPinnedNode(file, args)
