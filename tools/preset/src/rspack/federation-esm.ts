import type { Compiler } from '@rspack/core'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@adcoin/checks/repository'

/** Rspack's name of the part of its runtime that imports a chunk, and its words there. */
const part = 'module_chunk_loading'
const words = 'import("./" + __webpack_require__.u(chunkId))'

/**
 * A chunk that a browser refuses, because a cache holds wrong bytes of it, would be refused at every visit. It is asked
 * for once more past the cache, which mends the cache, and imported again.
 */
const mending = `((file) => import(file).catch(() => fetch(new URL(file, import.meta.url), { cache: "reload" })
  .then((answer) => answer.blob()).then(() => import(file))))("./" + __webpack_require__.u(chunkId))`

export class RefetchedChunks {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RefetchedChunks', compilation => {
      compilation.hooks.runtimeModule.tap('RefetchedChunks', ({ name, source }) => {
        if (name !== part || !source) return
        const text = source.source.toString()
        if (!text.includes(words)) throw new Error(`Rspack no longer imports a chunk by ${words}`)
        source.source = Buffer.from(text.replace(words, () => mending))
      })
    })
  }
}

/**
 * How the bundler's runtime in a remote imports a chunk: by the shell, which has the browser compare its bytes. A shell
 * that cannot do that yet has no such function, and the browser compares what the import map names.
 */
export const chunkImport =
  '((file) => (globalThis._FEDERATION_CONTAINER_RUNTIME.importScript ?? ((url) => import(url)))(new URL(file, import.meta.url).href))'

const packages = ['runtime', 'runtime-core', 'sdk', 'error-codes', 'runtime-tools', 'webpack-bundler-runtime'] as const

/**
 * Every package of the Module Federation runtime by its ES module files, whether it is asked for by name or by the
 * absolute CommonJS path that the plugin puts into a container. CommonJS cannot be tree-shaken, and a mixture holds
 * both: an entry of 25 KB instead of 9, gzip.
 */
export function createFederationAliases(): Record<string, string> {
  return Object.fromEntries(
    packages.flatMap(name => {
      const folder = join(repositoryRoot, 'node_modules', '@module-federation', name, 'dist')
      const entry = ['index.js', 'index.mjs'].map(file => join(folder, file)).find(existsSync)
      if (!entry)
        throw new Error(
          `@module-federation/${name} has no ES module entry any more; look at its package.json and at federation-esm.ts`,
        )
      return [
        [`@module-federation/${name}$`, entry],
        [`${join(folder, 'index.cjs')}$`, entry],
      ]
    }),
  )
}

/** For a remote: what its container runs on comes from the shell. */
export function createRuntimeAlias(): Record<string, string> {
  const folder = join(repositoryRoot, 'node_modules', '@module-federation', 'webpack-bundler-runtime', 'dist')
  return { [`${join(folder, 'index.cjs')}$`]: join(import.meta.dirname, 'container-runtime.ts') }
}

/**
 * Constants that let the minifier drop what the shell never uses: snapshots, loading of remotes (`load.ts` of the shell
 * has a few lines for it), loading in Node, exposing. The plugin sets its own for remotes.
 */
export const hostConstants: Record<string, string> = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  FEDERATION_HAS_EXPOSES: 'false',
  ENV_TARGET: '"web"',
}
