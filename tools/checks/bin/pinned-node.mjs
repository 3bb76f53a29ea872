import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithNpm } from './end-with-npm.mjs'

// Runs on Node 20 before anything is installed: no dependencies, plain JavaScript.

const here = dirname(fileURLToPath(import.meta.url))
/** In a team's repository the shared packages are installed from tarballs. */
const installedIn = /^(.+)[\\/]node_modules[\\/]@adcoin[\\/]checks[\\/]bin$/.exec(here)?.[1]

export const root = installedIn ?? resolve(here, '../../..')
const needed = 24

/**
 * Runs a TypeScript file, a URL or a path from the root, on the pinned Node and ends with its exit code. Signals are
 * passed on, so that a stop from a terminal, from npm or from a test reaches the one process that can stop cleanly. The
 * channel between the two carries no messages: by its end the child knows that this process was killed. A Node that
 * cannot be started here (built for other machines) is skipped; versions are not asked first, because a rollback waits
 * for it.
 */
export function runOnPinnedNode(file, args, [node, ...others] = nodes()) {
  if (!node) {
    console.error(
      `Ad Coin needs Node ${needed}: it is not in node_modules and this is Node ${process.versions.node}. Run "npm ci" in ${root}, or install Node ${needed}.`,
    )
    process.exit(1)
  }
  // Files whose types were stripped once are cached: a release command starts in a third of the time.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/adcoin-node')
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
    PATH: `${dirname(node)}:${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
  }
  if (installedIn) {
    const stripTypes = pathToFileURL(join(here, 'strip-types.mjs'))
    env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning --import=${stripTypes}`
  }
  const script = file instanceof URL ? fileURLToPath(file) : resolve(root, file)
  const child = spawn(node, [script, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.on('error', error => {
    if (others.length > 0) return runOnPinnedNode(file, args, others)
    console.error(`Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/**
 * The Nodes that may run the product, best first: the pinned one of node_modules, then this one if it is new enough.
 */
function nodes() {
  const pinned = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  const own = Number(process.versions.node.split('.')[0]) >= needed ? [process.execPath] : []
  return existsSync(pinned) ? [pinned, ...own] : own
}
