/** The screens by owner. A remote's `routes.tsx` adds its own (`declare module`), `appPaths` those of the platform. */
export interface Routes {}

/** A path with text for its parameters. */
export type Filled<Path extends string> = Path extends `${infer Start}:${string}/${infer Rest}`
  ? `${Start}${string}/${Filled<Rest>}`
  : Path extends `${infer Start}:${string}`
    ? `${Start}${string}`
    : Path
type Screen = Filled<Routes[keyof Routes]>

/** An address of the app: one of a screen that exists, parameters filled in. A dead link does not compile. */
export type Address = Screen | `${Screen}?${string}` | `${Screen}#${string}`
