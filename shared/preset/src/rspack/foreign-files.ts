import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'

/** Foreign containers that a remote carries unchanged: its folder `foreign`, if it has one. */
export function foreignFiles(folder: string): readonly RspackPluginInstance[] {
  const from = join(folder, 'foreign')
  return existsSync(from)
    ? [new rspack.CopyRspackPlugin({ patterns: [{ from, to: 'foreign', info: { minimized: true } }] })]
    : []
}
