const runtime = ['contract', 'router', 'events', 'session', 'http', 'i18n', 'ui', 'remote'] as const

type Imports = { readonly packages: readonly string[]; readonly reason?: string }

/** The `@adcoin` packages that a workspace's own sources may import; its tests and its build may import others. */
const packages: Readonly<Record<string, Imports>> = {
  'shared/contract': { packages: [], reason: 'contract is pure: shapes for browser, service and release tools.' },
  'shared/router': { packages: ['contract'] },
  'shared/events': { packages: ['contract'] },
  'shared/session': { packages: ['contract'] },
  'shared/i18n': { packages: ['contract'] },
  'shared/http': { packages: ['contract', 'session'], reason: 'Transport never draws or navigates; the shell does.' },
  'shared/ui': { packages: ['contract', 'i18n'], reason: 'ui draws: pass data, session and events as props.' },
  'shared/remote': { packages: runtime.filter(name => name !== 'remote') },
  'shared/testing': { packages: runtime },
  'tools/checks': { packages: ['contract'] },
  'tools/preset': { packages: ['contract', 'checks'] },
  'tools/create': { packages: ['contract', 'checks', 'preset'] },
  release: { packages: ['contract', 'checks', 'page', 'preset'] },
  'tools/reference': { packages: ['contract', 'preset'] },
  e2e: { packages: ['contract', 'checks', 'preset', 'release', 'testing'] },
  api: { packages: ['contract'] },
  ops: {
    packages: ['contract', 'i18n', 'ui'],
    reason: 'The operations page asks its own server for all that it shows.',
  },
  'shell/page': { packages: ['contract'], reason: 'The page runs before the shell and its packages have arrived.' },
  shell: { packages: runtime, reason: 'The shell knows remotes by name only, not even by their types.' },
}

const ofRemote: Imports = {
  packages: runtime,
  reason: 'A remote uses shared packages alone; it learns what another area knows by events or from the API.',
}

export function listAllowedImports(workspace: string): Imports {
  return workspace.startsWith('remote-') ? ofRemote : (packages[workspace] ?? { packages: [] })
}

/**
 * The layers of workspaces, from top to bottom: a file may import from its own layer and from every layer below
 * it, types included, never from one above. Checked by `imports.ts`.
 *
 * A layer is a list of places, relative to the folder that the table is for: `wallet/` is everything in that folder,
 * `start.ts` one file. If two places fit, the longer one counts. Every source file has a layer; tests have none, may
 * import from all, and are imported by none.
 */
export type FolderLayers = Readonly<Record<string, readonly (readonly string[])[]>>

export const folderLayers: FolderLayers = {
  'api/src': [
    ['server.ts', 'start-tracing.ts', 'migrate-job.ts'],
    ['start.ts'],
    ['seed/', 'operator-commands/', 'metrics/'],
    ['wallet/', 'team/', 'binding/', 'oauth/', 'profile/', 'leaving/', 'about/', 'health/'],
    ['tasks/', 'passkeys/'],
    ['accounts/', 'files/', 'push/'],
    ['codes/'],
    ['services.ts', 'catalogue/'],
    ['inbox/', 'push/add-push.ts'],
    ['sessions/', 'passwords/', 'limits/', 'messages/', 'settings/', 'operators/', 'providers/', 'storage/'],
    ['http/'],
    ['refusals/'],
    ['ledger/', 'jobs/'],
    ['database/', 'secrets/', 'days/'],
    ['config.ts', 'config-reading.ts', 'push/push-keys.ts', 'variables.ts', 'log.ts', 'clock.ts'],
  ],
  'release/src': [
    ['cli/', 'index.ts'],
    ['start/'],
    ['operations-server/'],
    ['operations/'],
    ['visit/'],
    ['gate/', 'compose/', 'gateway/', 'canary/'],
    ['releases/'],
    ['signing/'],
    ['store/'],
    ['files/', 'refusal.ts', 'variables.ts'],
  ],
  'shell/page': [
    ['early.ts', 'start.ts'],
    ['early-files.ts', 'message.ts', 'slots.ts', 'start-shell.ts'],
    ['block.ts', 'links.ts', 'root.ts'],
  ],
  'shell/src': [
    ['boot.tsx', 'fragments.ts'],
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
    ['composition/outlet.tsx', 'composition/composition.ts'],
    ['composition/area.ts'],
    ['composition/tab.ts'],
    ['composition/load.ts'],
    ['composition/shared.ts', 'composition/overrides.ts', 'composition/style-sheets.ts', 'composition/bounds.ts'],
    ['composition/share-scope.ts', 'composition/files.ts'],
    ['composition/freeze-module.ts', 'composition/import-script.ts', 'composition/stall-watch.ts'],
    ['composition/report.ts'],
    ['composition/live.ts'],
    ['composition/read-live.ts', 'composition/browser-number.ts', 'composition/load-failure.ts'],
    ['composition/fallback.ts', 'composition/with-storage.ts', 'composition/append-element.ts'],
    ['texts.ts', 'paths.ts', 'take-over.ts', 'script-address.ts'],
    ['typed.ts'],
  ],
}
