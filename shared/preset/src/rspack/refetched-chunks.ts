import type { Compiler } from '@rspack/core'

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
