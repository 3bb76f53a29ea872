#!/usr/bin/env node
// npm start: brings what is missing, then hands over to src/start/main.ts on the pinned Node.
import { installDependencies } from '../../tools/checks/bin/installed.mjs'
import { runOnPinnedNode } from '../../tools/checks/bin/pinned-node.mjs'

installDependencies()
runOnPinnedNode(new URL('../src/start/main.ts', import.meta.url), process.argv.slice(2))
