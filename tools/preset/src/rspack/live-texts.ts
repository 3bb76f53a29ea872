import { basename, join } from 'node:path'
import type { RuleSetRule } from '@rspack/core'
import { resolveOwnFile } from './base.ts'

/** The own words of an app in development, changed in place; those of the shared packages reload the page. */
export function createLiveTextsRule(folder: string): RuleSetRule {
  const namespace = basename(folder).replace(/^remote-/, '')
  return {
    include: join(folder, 'locales'),
    test: /[\\/]\w+\.json$/,
    type: 'javascript/auto',
    use: [{ loader: resolveOwnFile('rspack', 'live-language-file.ts'), options: { namespace } }],
  }
}
