import { defineConfig } from 'playwright/test'
import { createEngineOptions } from './engines/engines.ts'

/** One product for all journeys (global setup); each test makes its own person, so order never matters. */
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'faults/**/*.spec.ts', 'accessibility/**/*.spec.ts'],
  globalSetup: './product/global-setup.ts',
  outputDir: '../test-results',
  // Pictures for people to look at, and nothing that fails: only where SCREENS asks for them.
  testIgnore: process.env['SCREENS'] ? [] : ['accessibility/pictures.spec.ts'],
  fullyParallel: false,
  // One more than cores: a good part of a journey is waiting, for a notice to go or for a reviewer.
  workers: 3,
  // Patience only: a machine of others' work is slow, and what fails waits as long. No test measures with them.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    ...createEngineOptions(),
  },
})
