/**
 * The layers of workspaces, from top to bottom: a file may import from its own layer and from every layer below
 * it, types included, never from one above. Checked by `layer-rules.ts`.
 *
 * A layer is a list of places, relative to the folder that the table is for: `wallet/` is everything in that folder,
 * `start.ts` one file. If two places fit, the longer one counts. Every source file has a layer; tests have none, may
 * import from all, and are imported by none.
 */
export type FolderLayers = Readonly<Record<string, readonly (readonly string[])[]>>

export const folderLayers: FolderLayers = {
  'api/src': [
    ['server.ts', 'migrate-job.ts'],
    ['start.ts'],
    ['docs/', 'seed/', 'ops/', 'metrics/'],
    ['wallet/', 'team/', 'binding/', 'oauth/', 'profile/', 'leaving/', 'about/', 'health/'],
    ['tasks/', 'passkeys/'],
    ['accounts/', 'files/'],
    ['codes/'],
    ['services.ts', 'catalogue/'],
    ['inbox/'],
    [
      'sessions/',
      'passwords/',
      'limits/',
      'messages/',
      'settings/',
      'operators/',
      'operators-http/',
      'providers/',
      'storage/',
    ],
    ['http/'],
    ['refusals/'],
    ['ledger/', 'jobs/'],
    ['database/', 'secrets/', 'reasons/', 'checksums/', 'days/', 'threads/'],
    ['tracing/', 'config.ts', 'config-reading.ts', 'variables.ts', 'log.ts'],
  ],
  'shared/release/src': [
    ['cli/', 'index.ts'],
    ['start/'],
    ['operations-page/'],
    ['operations/'],
    ['smoke-test/'],
    ['gate/', 'compose/', 'gateway/', 'canary/'],
    ['releases/'],
    ['signing/'],
    ['store/'],
    ['files/', 'refusal.ts', 'variables.ts'],
  ],
  'shell/src': [
    ['boot.tsx'],
    ['host.ts'],
    ['routing/'],
    ['frame/'],
    ['override/'],
    ['session/'],
    ['data/'],
    ['inbox/'],
    ['help/'],
    ['install/'],
    ['theme/'],
    ['offline/'],
    ['language/'],
    ['calls/'],
    ['state/'],
    ['composition/start-composition.ts'],
    ['composition/composition.ts'],
    ['composition/areas/'],
    ['composition/loading/'],
    ['composition/guards/'],
    ['composition/releases/'],
    ['composition/reports.ts', 'composition/runtime-failures.ts'],
    ['composition/browser.ts'],
    ['texts.ts', 'paths.ts'],
  ],
}

/**
 * Folders that are still being put in order, with the rules that they are not yet held against. An entry goes as soon
 * as its folder is clean; none is added.
 */
export type InDisorder = { readonly circle: readonly string[]; readonly longFunction: readonly string[] }

export const inDisorder: InDisorder = {
  circle: [],
  longFunction: [],
}
