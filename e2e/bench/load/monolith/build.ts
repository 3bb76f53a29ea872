import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createBaseConfig,
  createGroupChunks,
  createLocaleChunks,
  NoticesPlugin,
  runRspack,
  readWrittenRoutes,
} from '@adcoin/preset'
import { apiCodes, type Live } from '@adcoin/contract'
import { rootFolder } from '../../../product/product.ts'

/** The files of the one build, by what needs them. */
export type MonolithBuild = {
  readonly entry: string
  readonly styles: readonly string[]
  /** Files that the frame loads with a session. */
  readonly data: readonly string[]
  /** Route to the scripts of its page, what is in the entry or in `data` left out. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** `shell`, `remote-auth` … to language to its texts. */
  readonly locales: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const areas = globSync('remote-*', { cwd: rootFolder }).map(app => app.replace('remote-', ''))

/** One file for each page, for what several pages share, and for an area's texts in a language. */
const splitChunks: NonNullable<NonNullable<ReturnType<typeof createBaseConfig>['optimization']>['splitChunks']> = {
  chunks: 'async',
  minSize: 12_000,
  cacheGroups: {
    default: false,
    defaultVendors: false,
    shared: { minChunks: 2, reuseExistingChunk: true },
    ...Object.fromEntries(
      areas.flatMap(area =>
        Object.entries(createLocaleChunks(apiCodes)).map(([name, group]) => [
          `${area}-${name}`,
          {
            ...group,
            name: `${area}.${group.name}`,
            test: new RegExp(`remote-${area}${group.test.source}`),
            priority: 110,
          },
        ]),
      ),
    ),
    ...createLocaleChunks(apiCodes),
    ...createGroupChunks(),
    styles: { name: 'shell', test: /\.css$/, chunks: 'all', enforce: true, priority: 20 },
  },
}

/** Options of the one build. */
export type MonolithOptions = {
  /** Folder of the built files. */
  readonly output: string
  /** With the module of the wallet's first page changed, as by its next release. */
  readonly isNext: boolean
  /** The routes of the product, for a build whose page does not bring them: split as Rspack does by default. */
  readonly plain?: Live
}

/**
 * The same product as one Rspack build, without Module Federation: the shell's own `boot.tsx` with a composition for
 * one build (shell/src/testing/one-build) in the place of its own, the four modules imported as they are, one file for
 * each page, for what several pages share, and for an area's texts in a language. Loader, minifier, targets and
 * constants are those of every release.
 */
export async function buildMonolith(options: MonolithOptions): Promise<MonolithBuild> {
  const { compilation } = await runRspack(createConfiguration(options))
  const files = Object.keys(compilation.assets)
  const filterFiles = (pattern: RegExp) => files.filter(file => pattern.test(file))
  const data = filterFiles(/^data\./)
  const listPageFiles = (request: string) => {
    const found =
      compilation.chunkGroups
        .find(({ origins }) => origins.some(origin => origin.request === request))
        ?.chunks.flatMap(chunk => [...chunk.files]) ?? []
    return [...new Set(found)].filter(
      file => file.endsWith('.js') && !file.startsWith('shell.') && !data.includes(file),
    )
  }
  const listLocales = (prefix: string) =>
    Object.fromEntries(apiCodes.map(code => [code, filterFiles(new RegExp(`^${prefix}locale\\.${code}\\.`))[0] ?? '']))
  return {
    entry: filterFiles(/^shell\..*js$/)[0] ?? '',
    styles: filterFiles(options.plain ? /^styles\..*css$/ : /\.css$/),
    data,
    pages: Object.fromEntries(
      areas.flatMap(area =>
        readWrittenRoutes(join(rootFolder, `remote-${area}`)).map(({ path, request }) => [
          path,
          listPageFiles(request),
        ]),
      ),
    ),
    locales: Object.fromEntries([
      ['shell', listLocales('')],
      ...areas.map(area => [`remote-${area}`, listLocales(`${area}.`)]),
    ]),
  }
}

function createConfiguration({ output, isNext, plain }: MonolithOptions): ReturnType<typeof createBaseConfig> {
  const shell = join(rootFolder, 'shell')
  const base = createBaseConfig({ folder: shell, uniqueName: 'monolith', output })
  const changedPage = {
    test: join(rootFolder, 'remote-wallet', 'src', 'money', 'money-page.tsx'),
    enforce: 'pre' as const,
    use: [join(import.meta.dirname, 'next-release.ts')],
  }
  return {
    ...base,
    entry: { shell: join(shell, 'src', 'boot.tsx') },
    resolve: {
      ...base.resolve,
      alias: {
        ...base.resolve?.alias,
        [join(shell, 'src', 'composition', 'composition.ts')]: join(
          shell,
          'src',
          'testing',
          'one-build',
          'composition.ts',
        ),
        'virtual-one-build': writeOneBuildModule(output, plain),
      },
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), ...(isNext ? [changedPage] : [])] },
    // The list of what is in the build: a fair yardstick has the libraries of the product.
    plugins: [new NoticesPlugin()],
    optimization: plain ? { ...base.optimization } : { ...base.optimization, splitChunks },
  }
}

const ofPage = "JSON.parse(document.getElementById('live')?.textContent ?? '')"

/** The module behind `virtual-one-build`. */
function writeOneBuildModule(output: string, plain?: Live): string {
  const quotePath = (...parts: readonly string[]) => JSON.stringify(join(rootFolder, ...parts))
  const file = `${output}-parts.ts`
  writeFileSync(
    file,
    [
      ...areas.map(area => `import ${area} from ${quotePath(`remote-${area}`, 'src', 'remote.tsx')}`),
      `export const live = ${plain ? JSON.stringify(plain) : ofPage}`,
      `export const modules = { ${areas.map(area => `'remote-${area}': ${area}`).join(', ')} }`,
    ].join('\n'),
  )
  return file
}
