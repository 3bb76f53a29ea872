import type { BuiltApp } from '../src/releases/built-app.ts'
import { createFixtureBuild, createNoise } from './fixture-apps.ts'

/** Names of synthetic remotes: remote-area-aa, remote-area-ab … */
export function listAreaNames(count: number): readonly `remote-${string}`[] {
  return Array.from(
    { length: count },
    (_, index) =>
      `remote-area-${String.fromCharCode(97 + Math.floor(index / 26))}${String.fromCharCode(97 + (index % 26))}` as const,
  )
}

/** Ten scripts and a style: an entry and nine pages; six languages as data. */
export function createAreaBuild(app: string, version: string): BuiltApp {
  return createFixtureBuild(app, {
    version,
    chunks: 9,
    manifest: { routes: [{ path: `/${app.slice(7).replaceAll('-', '_')}`, title: 'titles.one' }] },
    build: { preload: {} },
    files: { 'entry.js': `export const app="${app}/${version}";"${createNoise(8_000)}"` },
  })
}
