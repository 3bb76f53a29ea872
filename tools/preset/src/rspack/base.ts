import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { rspack, type Compiler, type Configuration } from '@rspack/core'
import { repositoryRoot } from '@adcoin/checks/repository'
import { createFederationAliases } from './federation-esm.ts'

/**
 * Browsers that understand what we rely on: module scripts with integrity, import maps, `AbortSignal.any`, `:has`,
 * nesting.
 */
const browserTargets = ['chrome >= 116', 'edge >= 116', 'firefox >= 128', 'safari >= 17.4']

const routerFile = /[\\/]react-router[\\/]dist[\\/]production[\\/]/
const contractFile = /[\\/](shared|@adcoin)[\\/]contract[\\/]src[\\/]/

/** Options of shell and remotes. */
export type BaseOptions = {
  /** Absolute path of the workspace. */
  folder: string
  /**
   * Name of this very build: chunk loading, style classes and the container use it, so that two versions live side by
   * side.
   */
  uniqueName: string
  /** Folder of the files; cleaned at each build, but for development. */
  output: string
  development?: boolean
}

/**
 * The common half of every app's configuration: TypeScript by swc, native CSS modules by lightningcss, ES module output
 * that runs under `script-src 'self'` and `trusted-types worker`.
 */
export function createBaseConfig(options: BaseOptions): Configuration {
  const { folder, uniqueName, output, development = false } = options
  return {
    name: basename(folder),
    context: folder,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    // Those of a release: `ReleaseMaps`.
    devtool: development ? 'cheap-module-source-map' : false,
    output: createOutput(uniqueName, output),
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      alias: { ...createFederationAliases(), ...(development ? {} : createRouterAlias()) },
      // rxjs ships ES5 under `import` and today's JavaScript, without tslib, under `es2015`.
      conditionNames: ['es2015', '...'],
    },
    module: {
      rules: [
        { test: /\.tsx?$/, type: 'javascript/auto', use: [createScriptLoader(development)] },
        // Schemas and calls do nothing when they are made, so an app carries those that it uses and no others.
        { test: contractFile, sideEffects: false, enforce: 'pre', use: [resolveOwnFile('rspack', 'pure-calls.ts')] },
        { test: routerFile, enforce: 'pre', use: [resolveOwnFile('rspack', 'unnamed-components.ts')] },
        { test: /\.module\.css$/, type: 'css/module', use: [createStyleLoader()] },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css', use: [createStyleLoader()] },
        { test: /\.(svg|png|webp|avif)$/, type: 'asset', parser: { dataUrlCondition: { maxSize: 2048 } } },
      ],
      // Pure: a selector without a class of its own would style the whole page, which is the shell's.
      parser: { 'css/module': { namedExports: false, pure: basename(folder) !== 'shell' } },
      generator: {
        'css/module': {
          exportsConvention: 'camel-case-only',
          localIdentName: development ? '[local]-[hash:base64:5]' : buildClassNames(basename(folder)),
        },
      },
    },
    optimization: {
      chunkIds: 'deterministic',
      moduleIds: 'deterministic',
      realContentHash: true,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { format: { comments: false }, compress: { passes: 3 } },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browserTargets } }),
      ],
    },
    performance: false,
    stats: { preset: 'errors-warnings' },
    // The manifest plugin warns at each build that publicPath 'auto' is resolved at run time. That is intended.
    infrastructureLogging: { level: development ? 'info' : 'error' },
  }
}

/** ES modules, every file named by its content: what releases are not made of (`plainNames`). */
function createOutput(uniqueName: string, path: string): NonNullable<Configuration['output']> {
  return {
    path,
    clean: true,
    uniqueName,
    publicPath: 'auto',
    module: true,
    chunkFormat: 'module',
    chunkLoading: 'import',
    hashFunction: 'xxhash64',
    hashDigestLength: 12,
    filename: '[name].[contenthash].js',
    chunkFilename: '[name].[contenthash].js',
    cssFilename: 'styles.[contenthash].css',
    cssChunkFilename: '[name].[contenthash].css',
    assetModuleFilename: 'assets/[name].[contenthash][ext]',
  }
}

/**
 * Names of a release's files: its folder is named by a hash of its sources, so another hash in their names would be
 * redundant, and each page would contain it.
 */
export const plainNames = {
  filename: '[name].js',
  chunkFilename: '[name].js',
  cssFilename: 'styles.css',
  cssChunkFilename: '[name].css',
}

/**
 * Names in development: they stay after each save. Nothing is cleaned: after two quick saves, the page fetches the
 * first change after the second is built, and Rspack's `clean` has removed it by then. `saveInHaste` of
 * e2e/product/saved-sources.ts shows it.
 */
export const developmentFiles = { ...plainNames, cssFilename: '[name].css', clean: false }

/** Scripts of a page that is one build with all that it holds: no container, so no modules. */
export const classicScripts = { module: false, chunkFormat: 'array-push', chunkLoading: 'jsonp' } as const

/**
 * A remote's classes and animations begin with its name, `team-0a1b2c3`: readers of the page see whose element it is.
 */
function buildClassNames(app: string): string {
  return app === 'shell' ? '[hash:base64:7]' : `${app.replace(/^remote-/, '')}-[hash:base64:7]`
}

/**
 * Cache groups that give every language of the shell exactly one chunk, `locale.<api_code>`, whichever package's texts
 * are in it. Those of remotes are data (`language-file.ts`).
 */
export function createLocaleChunks(
  codes: readonly string[],
): Record<string, { name: string; test: RegExp; chunks: 'async'; enforce: true; priority: number }> {
  return Object.fromEntries(
    codes.map(code => [
      `locale-${code}`,
      {
        name: `locale.${code}`,
        test: new RegExp(`[\\\\/]locales[\\\\/]${code}\\.json$`),
        chunks: 'async' as const,
        enforce: true as const,
        priority: 100,
      },
    ]),
  )
}

function createScriptLoader(development: boolean) {
  return {
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development, refresh: development } },
      },
      env: { targets: browserTargets.join(', ') },
    },
  }
}

function createStyleLoader() {
  return { loader: 'builtin:lightningcss-loader', options: { targets: browserTargets } }
}

/**
 * In every build React Router's package names only its development files, with warnings. The production files are next
 * to them.
 */
function createRouterAlias(): Record<string, string> {
  const folder = join(repositoryRoot, 'node_modules', 'react-router', 'dist', 'production')
  return { 'react-router$': join(folder, 'index.mjs'), 'react-router/dom$': join(folder, 'dom-export.mjs') }
}

/** Absolute path of a file of this package. */
export function resolveOwnFile(...parts: readonly string[]): string {
  return join(import.meta.dirname, '..', ...parts)
}

/**
 * Source maps of a release, in `dist/maps` beside its files: publish keeps them in the store, and no gateway serves
 * them. They contain names and lines of the sources, and not their text.
 */
export class ReleaseMaps {
  apply(compiler: Compiler): void {
    new rspack.SourceMapDevToolPlugin({
      filename: '../maps/[file].map',
      append: false,
      noSources: true,
      moduleFilenameTemplate: ({ absoluteResourcePath: path }) => `source:///${relative(repositoryRoot, path)}`,
    }).apply(compiler)
    compiler.hooks.afterEmit.tap('ReleaseMaps', () => {
      const folder = join(compiler.outputPath, '../maps')
      for (const name of existsSync(folder) ? readdirSync(folder) : []) withoutMachinePaths(join(folder, name))
    })
  }
}

/** Module Federation's own modules are data URLs with absolute paths. */
function withoutMachinePaths(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as { sources: readonly string[] }
  const sources = map.sources.map(source => (source.startsWith('data:') ? 'source:///module-federation' : source))
  writeFileSync(file, JSON.stringify({ ...map, sources }))
}
