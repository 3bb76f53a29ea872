import * as v from 'valibot'

/** An id that a person reads out to support: `WD-c23v-rsk1-1gqt-5sap`. `npm run ops` takes it in this form too. */
export function formatSupportReference(prefix: string, id: string): string {
  return `${prefix}-${id.replaceAll(/.{4}(?=.)/g, '$&-')}`
}

/** The five apps that are released apart; the name is the folder, the npm workspace and the CLI argument. */
export const remoteNamePattern = /^remote-[a-z][a-z0-9-]{1,30}$/
export const RemoteName = v.pipe(v.string(), v.regex(remoteNamePattern))
export const AppName = v.union([v.literal('shell'), RemoteName])

/** A path of the app as React Router reads it: `/task/:taskId`. No star, no optional part. */
export const RoutePath = v.pipe(v.string(), v.regex(/^(\/:?[A-Za-z][A-Za-z0-9_]*)+$/), v.maxLength(80))

/** Key of a title or label in the remote's own locale files. */
export const TextKey = v.pipe(v.string(), v.regex(/^[a-zA-Z][\w.]{0,80}$/))

/** A GET call with its query, as `http` asks it: `/app/app/task/list?limit=5`. */
export const ReadAddress = v.pipe(v.string(), v.regex(/^\/app\/[a-z_/]+(\?[\w=&-]+)?$/), v.maxLength(120))

export const ManifestRoute = v.strictObject({
  path: RoutePath,
  title: TextKey,
  /** First reads of the screen: the page sends them before any code has arrived. The build checks each. */
  reads: v.optional(v.pipe(v.array(ReadAddress), v.maxLength(6))),
})

export const ManifestTab = v.strictObject({
  path: RoutePath,
  /** A name of the icon set of `@adcoin/ui`; the build refuses one that is not in it. */
  icon: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,30}$/)),
  label: TextKey,
  /** Left to right; equal orders go by app name. */
  order: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
})

/** `name@version` of an event. */
export const EventRef = v.pipe(v.string(), v.regex(/^[a-z]+\.[a-zA-Z]+@[0-9]+$/))

/**
 * `remote.json`: what machines read about a remote before any of its code is loaded.
 * `tabs` hold label keys; a release carries the six labels resolved from its locale files.
 */
export const RemoteManifest = v.strictObject({
  name: RemoteName,
  routes: v.pipe(v.array(ManifestRoute), v.minLength(1), v.maxLength(40)),
  tabs: v.optional(v.pipe(v.array(ManifestTab), v.maxLength(4)), []),
  events: v.strictObject({ out: v.array(EventRef), in: v.array(EventRef) }),
  /** Permissions of the smoke test. `press`: paths of screens on which it presses each button once. */
  smokeTest: v.optional(v.strictObject({ press: v.array(RoutePath) })),
})
export type RemoteManifest = v.InferOutput<typeof RemoteManifest>

/** The manifest as a person writes it: `$schema` is for the editor and goes no further. */
export const RemoteManifestFile = v.strictObject({ $schema: v.optional(v.string()), ...RemoteManifest.entries })
export type ManifestRoute = v.InferOutput<typeof ManifestRoute>
export type ManifestTab = v.InferOutput<typeof ManifestTab>
