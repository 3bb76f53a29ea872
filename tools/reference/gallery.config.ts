import { join } from 'node:path'
import { rspack, type Configuration } from '@rspack/core'
import { createBaseConfig } from '@adcoin/preset'
import { treeRoot } from './src/apps.ts'

/**
 * The gallery: every component of `shared/ui` in every state, as one static page in `shared/ui/dist-gallery/`. The
 * package itself is not built alone.
 */
export default function createGalleryConfiguration(): Configuration {
  const folder = join(treeRoot, 'shared/ui')
  const base = createBaseConfig({ folder, uniqueName: 'ui-gallery', output: join(folder, 'dist-gallery') })
  return {
    ...base,
    entry: './src/gallery/gallery.tsx',
    plugins: [
      new rspack.HtmlRspackPlugin({
        title: 'Ad Coin components',
        meta: { viewport: 'width=device-width,initial-scale=1,viewport-fit=cover' },
        scriptLoading: 'module',
      }),
    ],
    devServer: { port: 4400, host: '127.0.0.1' },
  }
}
