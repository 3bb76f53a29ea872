#!/usr/bin/env node
// npm run release -- <command>: publish, roll back, look.
import { runOnPinnedNode } from '../../tools/checks/bin/pinned-node.mjs'

runOnPinnedNode(new URL('../src/cli/main.ts', import.meta.url), process.argv.slice(2))
