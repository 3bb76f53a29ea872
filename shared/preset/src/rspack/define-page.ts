import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rspack, type Compiler, type Configuration } from '@rspack/core'
import { appBuild, containerName } from './app-build.ts'
import { baseConfiguration } from './base.ts'
import { NoticesPlugin } from './notices-plugin.ts'

/**
 * The whole `rspack.config.ts` of a page that is no release: `export default definePage(import.meta.dirname)`. One
 * document, its scripts and styles under `dist/release`; `dist/build.json` names its sources, so that nothing is built
 * twice.
 *
 * @param folder  absolute path of the workspace; its entry is `src/main.tsx`, its document `src/page.html`
 */
export function definePage(folder: string): Configuration {
  const { app, id, output } = appBuild(folder)
  const base = baseConfiguration({ folder, uniqueName: containerName(app, id), output })
  return {
    ...base,
    entry: { page: join(folder, 'src', 'main.tsx') },
    plugins: [
      new rspack.HtmlRspackPlugin({ template: join(folder, 'src', 'page.html'), scriptLoading: 'module' }),
      new NoticesPlugin(),
      { apply: (compiler: Compiler) => writeIdAfter(compiler, id) },
    ],
  }
}

function writeIdAfter(compiler: Compiler, id: string): void {
  compiler.hooks.afterEmit.tap('PageId', ({ errors }) => {
    if (errors.length === 0) writeFileSync(join(dirname(compiler.outputPath), 'build.json'), JSON.stringify({ id }))
  })
}
