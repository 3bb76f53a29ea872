import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Configuration } from '@rspack/core'
import { apiCodes } from '@adcoin/contract'
import { repositoryRoot } from '@adcoin/checks/repository'
import { createLocaleChunks } from '../rspack/base.ts'
import { runRspack } from './run-rspack.ts'

/** Name of a library or of our own package to its bytes, minified and gzipped alone. */
export type LibrarySizes = Readonly<Record<string, number>>

/**
 * The weight of each library in an app: the same build with one chunk per library, each gzipped. Their sum is a few
 * percent above the real file, which is compressed as a whole.
 *
 * @param configuration  the app's production configuration; only its output folder and chunks are changed
 */
export async function measureLibrarySizes(configuration: Configuration): Promise<LibrarySizes> {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-bundles-'))
  try {
    const stats = await runRspack(splitByLibrary(configuration, join(folder, 'release')))
    const sizes = new Map<string, number>()
    for (const chunk of stats.compilation.chunks) {
      for (const file of chunk.files) {
        if (!file.endsWith('.js') || chunk.name?.startsWith('locale.')) continue
        const name = chunk.name?.startsWith('library:') ? chunk.name.slice('library:'.length) : 'own code and glue'
        sizes.set(
          name,
          (sizes.get(name) ?? 0) + gzipSync(readFileSync(join(folder, 'release', file)), { level: 9 }).length,
        )
      }
    }
    return Object.fromEntries([...sizes].sort((a, b) => b[1] - a[1]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function splitByLibrary(configuration: Configuration, path: string): Configuration {
  return {
    ...configuration,
    output: {
      ...configuration.output,
      path,
      filename: '[id].[contenthash].js',
      chunkFilename: '[id].[contenthash].js',
      cssFilename: '[id].[contenthash].css',
      cssChunkFilename: '[id].[contenthash].css',
    },
    optimization: {
      ...configuration.optimization,
      splitChunks: {
        chunks: 'all',
        minSize: 0,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          shared: { minChunks: 2, reuseExistingChunk: true, priority: -10 },
          ...createLocaleChunks(apiCodes),
          library: {
            test: module => findLibrary(module.nameForCondition() ?? undefined) !== undefined,
            name: module => `library:${findLibrary(module.nameForCondition() ?? undefined) ?? ''}`,
            enforce: true,
            priority: 50,
          },
        },
      },
    },
    plugins: (configuration.plugins ?? []).filter(
      plugin => plugin?.constructor.name !== 'BuildJsonPlugin' && plugin?.constructor.name !== 'OneFileContainer',
    ),
  }
}

/** `react-dom`, `@tanstack/query-core`, `@adcoin/ui`; undefined for the app's own files. */
function findLibrary(file: string | undefined): string | undefined {
  if (!file) return undefined
  const library = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]
  if (library) return library.replaceAll('\\', '/')
  const own = /^shared[\\/]([^\\/]+)/.exec(relative(repositoryRoot, file))?.[1]
  return own && `@adcoin/${own}`
}
