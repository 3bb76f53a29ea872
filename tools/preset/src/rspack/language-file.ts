import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { LoaderContext } from '@rspack/core'

/**
 * Rspack loader for a remote's `locales/<api_code>.json`: the texts become a data file beside the scripts, and their
 * importer gets its address and hash (`TextFile` of @adcoin/i18n). So the remote's own entry contains six hashes
 * instead of each page, and a reader that trusts the entry can trust the texts.
 */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function emitLanguageFile(
  this: Pick<LoaderContext, 'resourcePath' | 'emitFile'>,
  source: string,
): string {
  const name = `locale.${basename(this.resourcePath)}`
  const text = JSON.stringify(JSON.parse(source))
  this.emitFile(name, text)
  const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
  return `export const file = __webpack_public_path__ + '${name}'\nexport const integrity = '${integrity}'\n`
}
