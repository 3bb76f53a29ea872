import { parsed } from './browser-storage.ts'

/** The parts of the page's registry (`PageRegistry` of the contract) that the boot script reads, unchecked. */
export type Live = {
  readonly path: string
  readonly entry: string
  readonly styles: readonly string[]
  readonly locales: Readonly<Record<string, string>>
  readonly preload?: Readonly<Record<string, readonly string[]>>
  readonly integrity: Readonly<Record<string, string>>
}
export type PageRoute = {
  readonly path: string
  readonly preload?: readonly string[]
  readonly groups?: readonly string[]
  readonly reads?: readonly string[]
}
export type Tab = {
  readonly path: string
  readonly icon: string
  readonly order: number
  readonly labels: Readonly<Record<string, string>>
}
export type Canary = {
  readonly release: Live & { readonly groups?: Readonly<Record<string, readonly string[]>> }
  readonly share: number
  readonly salt: string
}
type App = {
  readonly active: Live
  readonly canary?: Canary
  readonly spare?: Live
  readonly routes?: readonly PageRoute[]
  readonly tabs?: readonly Tab[]
}

export type PageBlock = {
  readonly generation: number | undefined
  /** Calls `use` for each app. An app that cannot be read costs itself alone; the shell reports it. */
  readonly each: (use: (app: App, name: string) => void) => void
}

/** Enough for every product; a damaged registry with 100,000 keys delays no start. */
const appsMost = 300

export function readPageBlock(): PageBlock {
  const block = parsed<{ generation: number; apps: Record<string, App> }>(
    document.getElementById('registry')?.textContent,
  )
  const apps = Object.entries(block.apps || {}).slice(0, appsMost)
  return {
    generation: block.generation,
    each(use) {
      for (const [name, app] of apps)
        try {
          use(app, name)
        } catch {
          // The shell reports it.
        }
    },
  }
}

/** Whether this is the folder of a release on this origin. */
export function isReleasePath(path: string): boolean {
  return /^\/releases\/[\w-]+\/\d[\w.-]+$/.test(path)
}
