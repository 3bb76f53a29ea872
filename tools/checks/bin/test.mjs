#!/usr/bin/env node
// npm test: brings what is missing, then runs every check of the repository on the pinned Node.
import { installDependencies } from './installed.mjs'
import { runOnPinnedNode } from './pinned-node.mjs'

installDependencies()
runOnPinnedNode(new URL('../src/test-run/main.ts', import.meta.url), process.argv.slice(2))
