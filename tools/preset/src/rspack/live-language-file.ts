import { basename } from 'node:path'
import type { LoaderContext } from '@rspack/core'

/**
 * Rspack loader for a remote's `locales/<api_code>.json` in development: a changed text is drawn in place, and the page
 * keeps all else. `namespace` is the remote's short name, as its `createTexts` has it.
 */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function emitLiveLanguageFile(
  this: Pick<LoaderContext<{ namespace: string }>, 'resourcePath' | 'getOptions'>,
  source: string,
): string {
  const [namespace, code] = [this.getOptions().namespace, basename(this.resourcePath, '.json')].map(part =>
    JSON.stringify(part),
  )
  return `import { i18n } from '@adcoin/i18n'
import { replaceTexts } from '@adcoin/i18n/development'
const texts = ${JSON.stringify(JSON.parse(source))}
const hot = import.meta.webpackHot
if (hot) {
  if (hot.data) replaceTexts(i18n, { namespace: ${namespace}, code: ${code}, texts })
  hot.dispose(data => { data.wasHere = true })
  hot.accept()
}
export default texts
`
}
