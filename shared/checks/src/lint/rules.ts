/**
 * the import rules of `architecture.md` section 2, as data. Default: disallow.
 *
 * Three things are needed together, because npm links every workspace at the root and `tsc` therefore accepts anything:
 * the layers here, no import of what the own `package.json` does not name, and no way past a package's `exports`.
 */

const sharedPackages = ['contract', 'router', 'events', 'session', 'http', 'i18n', 'ui', 'remote'] as const

/** The `@adcoin` packages that each workspace may import; an unlisted folder may import none. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'shared/contract': [],
  'shared/router': [],
  'shared/events': ['contract'],
  'shared/session': ['contract'],
  'shared/i18n': ['contract'],
  'shared/http': ['contract', 'session'],
  'shared/ui': ['contract', 'i18n'],
  'shared/remote': sharedPackages.filter(name => name !== 'remote'),
  'shared/testing': sharedPackages,
  'shared/checks': ['contract'],
  // The build describes releases in the contract's shapes, and opens one remote alone in the development host page.
  'shared/preset': ['contract', 'checks'],
  'shared/create': ['contract', 'checks', 'preset'],
  // Publishing needs to know what a build leaves and when it is stale; benches weigh bundles.
  'shared/release': ['contract', 'checks', 'preset'],
  // Reads sources as text; of ours it imports what is data.
  'shared/reference': ['contract', 'e2e'],
  e2e: ['contract', 'checks', 'preset', 'release'],
  api: ['contract'],
  // The operators' own page: the looks of @adcoin/ui, no session, no remote, nothing that people load.
  ops: ['contract', 'i18n', 'ui'],
  shell: sharedPackages,
}

/** The packages of ours that a workspace's own sources may import. */
export function allowedPackages(folder: string): readonly string[] {
  return folder.startsWith('remote-') ? sharedPackages : (layers[folder] ?? [])
}

/** The reason for a layer; shown with each refusal. */
export function layerReason(folder: string): string {
  if (folder.startsWith('remote-'))
    return 'A remote uses shared packages alone; what another area knows comes over the bus or from the API.'
  if (folder === 'shared/ui') return 'ui draws: no data, no session, no events. Pass what it needs as props.'
  if (folder === 'shared/http') return 'Transport never draws and never navigates: it reports, the shell draws.'
  if (folder === 'shared/contract')
    return 'contract is pure: shapes only, so that browser, service and release tools can use it.'
  if (folder === 'ops')
    return 'The operations page stands on contract, i18n and ui alone; what it shows it asks its own server.'
  if (folder === 'shell') return "The shell knows remotes by name only; it imports no remote's code, not even types."
  return 'Layers go one way (architecture.md section 2); a lower one that needs a higher one wants an event or a parameter instead.'
}

/** A library and the only places that may import it. All others use the package that carries it. */
export type CarriedLibrary = { library: RegExp; places: readonly string[]; instead: string }

export const carriedLibraries: readonly CarriedLibrary[] = [
  { library: /^react-router(-dom)?(\/|$)/, places: ['shared/router/'], instead: '@adcoin/router' },
  { library: /^rxjs(\/|$)/, places: ['shared/events/'], instead: '@adcoin/events (bus.on, bus.stream, useEvent)' },
  { library: /^zustand(\/|$)/, places: ['shared/session/'], instead: '@adcoin/session, or plain React state' },
  {
    library: /^(axios|@tanstack\/.*)(\/|$)/,
    places: ['shared/http/'],
    instead: '@adcoin/http (useCall, usePages, useSubmit, send)',
  },
  { library: /^(i18next|react-i18next)(\/|$)/, places: ['shared/i18n/'], instead: '@adcoin/i18n (createTexts)' },
  {
    library: /^(react-hook-form|@hookform\/.*)(\/|$)/,
    places: ['shared/remote/src/forms/'],
    instead: '@adcoin/remote/forms',
  },
  { library: /^msw(\/|$)/, places: ['shared/testing/'], instead: '@adcoin/testing (apiDouble)' },
  {
    library: /^react-dom\/(client|server)/,
    places: [
      'shell/src/frame/renderer.ts',
      'ops/src/main.tsx',
      'shared/remote/src/alone/',
      'e2e/bench/load/rendering-server.ts',
      'shared/testing/',
      'shared/ui/src/gallery/',
    ],
    instead: 'nothing: only the shell draws a root',
  },
  {
    library: /^@module-federation\//,
    places: ['shell/src/composition/', 'shared/preset/'],
    instead: 'the composition of the shell',
  },
  { library: /^@rspack\//, places: ['shared/preset/'], instead: '@adcoin/preset' },
]

/** Ways to make elements or code from text; Trusted Types would block them at run time. */
export const markupSinks: readonly string[] = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'srcdoc',
  'setHTMLUnsafe',
  'createContextualFragment',
]

/** Exports of a package for these places alone, although others may import the package; all others use `instead`. */
export const reservedNames: readonly {
  package: string
  names: readonly string[]
  places: readonly string[]
  instead: string
}[] = [
  {
    package: '@adcoin/session',
    names: ['createSessionWriter'],
    places: ['shell/', 'shared/session/', 'shared/remote/src/alone/', 'shared/testing/'],
    instead: 'useHost() of @adcoin/remote; only the shell writes the session',
  },
  {
    package: '@adcoin/http',
    names: ['queryClient', 'httpOf'],
    places: ['shell/', 'shared/http/', 'shared/remote/src/alone/', 'shared/testing/'],
    instead: "useCall, refresh and writeCache; the whole cache is the shell's",
  },
  {
    package: '@adcoin/session',
    names: ['readDraft', 'saveDraft', 'dropDraft', 'openStorage'],
    places: ['shell/', 'shared/session/', 'shared/http/src/pending.ts', 'shared/remote/src/pages/draft.ts'],
    instead: 'defineDraft of @adcoin/remote/pages; what is stored without owner and version makes a rollback unsafe',
  },
]
