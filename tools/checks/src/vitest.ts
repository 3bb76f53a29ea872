import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { repositoryRoot, listWorkspaces } from './repository.ts'

/**
 * The one vitest configuration of the repository. Suites that ask for a window in their first line
 * (`// @vitest-environment jsdom`) are the project `window`, the others `node`. A suite named `*.slow.test.ts` takes
 * several seconds and runs in `npm run test:all` alone. Style modules keep their class names, so that nothing depends
 * on a hash.
 */
export function createVitestPreset(): ViteUserConfig {
  const suites = listSuitesOf(process.env.TEST_EXTENT as Extent | undefined)
  const inWindow = suites.filter(needsWindow)
  return defineConfig({
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    css: { modules: { generateScopedName: '[local]' } },
    // Made by the build of the shell alone.
    resolve: { alias: { 'virtual-shared-modules': findSetupFile('no-shared-modules.ts') } },
    test: {
      testTimeout: 15_000,
      // Also on one's own machine: publish runs the tests there.
      allowOnly: false,
      // Patience costs only what fails; a busy machine must not decide what is true.
      expect: { poll: { timeout: 5_000 } },
      // Two cores are shared by everything that runs; more workers only wait for each other.
      maxWorkers: 2,
      // Sources of ours, also where a team's own repository has them installed.
      server: { deps: { inline: [/[\\/]node_modules[\\/]@adcoin[\\/]/] } },
      restoreMocks: true,
      // Testing Library prints the document below a failure: the useful line shall stay on the screen.
      env: { DEBUG_PRINT_LIMIT: '1500' },
      unstubGlobals: true,
      projects: [
        {
          extends: true,
          test: {
            name: 'window',
            include: inWindow,
            // Each suite gets a context with its own window and modules; jsdom itself is loaded once for all of a
            // worker.
            pool: 'vmForks',
            setupFiles: [findSetupFile('window-globals.ts'), findSetupFile('screen-suites.ts')],
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            include: suites.filter(suite => !inWindow.includes(suite)),
            // A worker keeps modules of node_modules; each suite loads the repository's own modules again.
            isolate: false,
            setupFiles: [findSetupFile('fresh-modules.ts')],
          },
        },
      ],
    },
  })
}

function findSetupFile(file: string): string {
  return join(import.meta.dirname, 'vitest-setup', file)
}

const notSuites = new Set(['node_modules', 'dist', 'fixtures', '.data'])

/** The suites of a run: `core` those of `npm test`, `rest` those that only `npm run test:all` has, `all` both. */
export type Extent = 'core' | 'rest' | 'all'

function listSuitesOf(extent: Extent = 'all'): readonly string[] {
  return listSuites().filter(suite => extent === 'all' || /\.slow\.test\.tsx?$/.test(suite) === (extent === 'rest'))
}

/** Test files of every workspace, relative to the root. Those of e2e are Playwright's and named `*.spec.ts`. */
export function listSuites(): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap(entry => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return notSuites.has(entry.name) ? [] : below(path)
      return /\.test\.tsx?$/.test(entry.name) ? [path] : []
    })
  return listWorkspaces()
    .filter(({ folder }) => !folder.startsWith('node_modules/'))
    .flatMap(({ folder }) => below(folder))
}

function needsWindow(suite: string): boolean {
  return readFileSync(join(repositoryRoot, suite), 'utf8').startsWith('// @vitest-environment jsdom')
}
