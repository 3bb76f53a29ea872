#!/usr/bin/env node
// npm run release -- <command>: publish, roll back, look.
import { existsSync } from 'node:fs'

// Here it runs before anything is installed; in a team's own repository both packages are installed side by side.
const inRepository = new URL('../../tools/checks/bin/pinned-node.mjs', import.meta.url)
const { runOnPinnedNode } = await import(existsSync(inRepository) ? inRepository : '@adcoin/checks/pinned-node')

runOnPinnedNode(new URL('../src/cli/main.ts', import.meta.url), process.argv.slice(2))
