#!/usr/bin/env node
// npm test: brings what is missing, then runs every check of the repository on the pinned Node.
import { bringDependencies } from '../../release/bin/installed.mjs'
import { runOnPinnedNode } from '../../release/bin/pinned-node.mjs'

bringDependencies()
runOnPinnedNode('shared/build/src/test-run/main.ts', process.argv.slice(2))
