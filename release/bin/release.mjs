#!/usr/bin/env node
// npm run release -- <command>: publish, roll back, look.
import { runOnPinnedNode } from '../../tools/checks/bin/pinned-node.mjs'

runOnPinnedNode('release/src/cli/main.ts', process.argv.slice(2))
