// What `build.ts` gives to `composition.ts`: the doors of the areas, and pure parts of the shell's composition.
declare module 'virtual-one-build' {
  export type Host = object
  export type Door = {
    connect(host: Host): void
    preload(path: string, language: string): Promise<void>
    title(path: string): string | undefined
  }
  export type Route = { app: string; path: string }
  export type Registry = { apps: Record<string, { routes: { path: string; groups: readonly string[] }[] }> }
  export const registry: Registry
  export const doors: Readonly<Record<string, Door>>
  export const routesOf: (registry: Registry) => readonly Route[]
  export const tabsOf: (registry: Registry) => readonly object[]
  export const routeOf: (routes: readonly Route[], pathname: string) => Route | undefined
  export const settled: <Value>(value: Value) => Promise<Value>
  export const tracked: <Value>(promise: Promise<Value>) => Promise<Value>
}
