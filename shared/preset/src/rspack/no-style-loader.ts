import type { Compiler } from '@rspack/core'

/** Rspack's names of the two parts of its runtime that bring a style sheet beside a chunk. */
const parts: readonly string[] = ['css_loading', 'get css chunk filename']

/**
 * Each app has one style sheet, which the page or the registry names: nothing in its scripts ever asks for one. 0.6 KB
 * in every app.
 */
export class NoStyleLoader {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('NoStyleLoader', compilation => {
      compilation.hooks.runtimeModule.tap('NoStyleLoader', module => {
        if (parts.includes(module.name) && module.source) module.source.source = Buffer.from('')
      })
    })
  }
}
