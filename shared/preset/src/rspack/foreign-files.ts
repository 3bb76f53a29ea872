import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'

/** What others have built and a remote carries along, as it is: its folder `foreign`, where it has one. */
export function foreignFiles(folder: string): readonly RspackPluginInstance[] {
  const from = join(folder, 'foreign')
  return existsSync(from)
    ? [new rspack.CopyRspackPlugin({ patterns: [{ from, to: 'foreign', info: { minimized: true } }] })]
    : []
}
