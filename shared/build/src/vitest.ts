import { defineConfig, type ViteUserConfig } from 'vitest/config'

/**
 * The one vitest configuration of the repository: node by default; component tests ask for jsdom in their first line
 * (`// @vitest-environment jsdom`). Style modules keep their class names, so that nothing depends on a hash.
 */
export function vitestPreset(): ViteUserConfig {
  return defineConfig({
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    css: { modules: { generateScopedName: '[local]' } },
    test: {
      environment: 'node',
      include: [
        '{shell,remote-*,api}/src/**/*.test.{ts,tsx}',
        'shared/*/src/**/*.test.{ts,tsx}',
        'shared/*/tests/**/*.test.{ts,tsx}',
        'api/tests/**/*.test.ts',
      ],
      exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
      setupFiles: [new URL('./vitest-setup.ts', import.meta.url).pathname],
      testTimeout: 15_000,
      // Patience costs only what fails; a busy machine must not decide what is true.
      expect: { poll: { timeout: 5_000 } },
      // CI runs right after other work on the same machine: one more try tells a slow moment from a defect.
      retry: process.env['CI'] ? 1 : 0,
      // Two cores are shared by everything that runs; more workers only wait for each other.
      maxWorkers: 2,
      restoreMocks: true,
      unstubGlobals: true,
    },
  })
}
