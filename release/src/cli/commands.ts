import type { Command, Options } from './command-line.ts'

/** Options of every command. */
export const everywhere: Options = {
  json: { says: 'data instead of lines' },
  'dry-run': { says: 'the plan after every check; nothing is changed' },
  why: { value: 'TEXT', says: 'the reason, for the history' },
  help: { says: 'this text' },
}

const evenIfUnsafe = (says: string): Options => ({ 'even-if-unsafe': { says } })

/** The commands; each one's code is loaded when it is asked for. */
export const commands: Readonly<Record<string, Command>> = {
  publish: {
    startsWithoutStore: true,
    words: ['<app>'],
    says: 'build if changed, check, try in a browser, go live',
    options: {
      stage: { says: 'only into the store; `promote` makes it live' },
      'if-new': { says: 'succeed without publishing if this source hash is already published' },
      'no-build': { says: 'publish <app>/dist as it is' },
      dist: { value: 'FOLDER', says: 'take a build from there' },
      version: { value: 'X.Y.Z', says: 'not the one in package.json; `next` raises the live one by what changed' },
      downgrade: { says: 'also where a newer version is live' },
      'skip-smoke-test': { says: 'without a smoke test in a browser; generation, status and history record it' },
      'skip-checks': { says: 'without types, lint and tests of the sources; generation, status and history record it' },
      ...evenIfUnsafe('also where addresses of the live release are gone'),
    },
    load: () => import('./commands/publish.ts'),
  },
  promote: {
    words: ['<app>', '[ID|VERSION]'],
    says: 'make a release of the store live, by default the newest; --none takes a remote out',
    options: {
      'if-new': { says: 'only one that never was live' },
      none: { says: 'take a remote out of the page, whole; needs --why, and promote brings it back' },
      ...evenIfUnsafe('also one that failed (clears that mark), or that lacks addresses of the live one'),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).promote }),
  },
  rollback: {
    needsReason: true,
    words: ['<app>'],
    says: 'go back to the previous good release',
    options: {
      to: { value: 'ID|VERSION', says: 'go back to this one' },
      ...evenIfUnsafe('also where it cannot read what newer releases have stored, or was left before'),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).rollback }),
  },
  revoke: {
    needsReason: true,
    words: ['<app>', '[ID|VERSION]'],
    says: 'take a release out for good, also from open pages',
    options: { below: { value: 'VERSION', says: 'everything older than this' } },
    load: async () => ({ run: (await import('./commands/changes.ts')).revoke }),
  },
  canary: {
    words: ['[app]', '[ID|VERSION]'],
    says: 'try a release of the store on a share of browsers; --judge decides on those that run',
    options: {
      share: { value: 'N', says: 'percent of browsers, 1 to 50' },
      manual: { says: 'a person decides; the judge only says what it would do' },
      stop: { says: 'end it; open pages leave the candidate at once' },
      pause: { says: 'keep it as it is; from now a person decides' },
      resume: { says: 'let the judge raise, promote or stop it again' },
      judge: { says: 'without an app: judge all that run, once; npm start and the operations program go on' },
      ...evenIfUnsafe('also where it lacks addresses of the live one; then a person promotes it'),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).canary }),
  },
  health: {
    startsWithoutStore: true,
    words: ['[app]'],
    says: 'what browsers said of the releases',
    options: { since: { value: 'TIME', says: 'how far back: 30m, 1h, 7d; default 1h' } },
    load: () => import('./commands/health.ts'),
  },
  status: {
    words: [],
    says: 'what is live, and whether a rollback is safe; --overrides on|off',
    options: { overrides: { value: 'on|off', says: 'from now, whether a browser may try releases that are not live' } },
    load: () => import('./commands/status.ts'),
  },
  history: {
    words: ['[app]', '[ID|VERSION]'],
    says: 'what was live, who changed it and why; of one app: what its releases brought; --provenance',
    options: {
      limit: { value: 'N', says: 'how many generations; default 20' },
      provenance: { says: 'commit and builder of a release, by default the live one; --json: as an in-toto statement' },
    },
    load: async () => ({ run: (await import('./commands/records.ts')).history }),
  },
  diff: {
    words: ['[N]', '[M]'],
    says: 'what changed from generation N to M; by default the last step',
    load: () => import('./commands/diff.ts'),
  },
  verify: {
    words: [],
    says: 'every signature and byte of what is live; --renew signs it anew',
    options: {
      renew: { says: 'the same releases as a new generation, signed today: an old one expires' },
      'accept-set-back': { says: 'with --renew: also where newer generations are lost for good' },
    },
    load: async () => ({ run: (await import('./commands/records.ts')).verify }),
  },
  prune: {
    words: [],
    says: 'remove releases and pages that are no longer needed',
    options: { keep: { value: 'N', says: 'how many generations stay whole; default 50' } },
    load: () => import('./commands/prune.ts'),
  },
  keys: {
    startsWithoutStore: true,
    words: [],
    says: 'list the signing keys',
    options: {
      make: { value: 'ROLE', says: 'make a key that is missing' },
      holder: { value: 'NAME', says: 'with --make and --rotate: for one person or machine of a role, `ana`' },
      expires: { value: 'DAYS', says: 'with --make and --rotate: it signs for so many days; default without end' },
      new: { says: 'with --make: for an app that is not here yet' },
      rotate: { value: 'ROLE', says: 'make a new one; what the old one signed stays good' },
      revoke: { value: 'KEY', says: 'stop trusting it, and take what it signed out of the page' },
      restore: { value: 'KEY', says: 'undo a revocation' },
      ...evenIfUnsafe('revoke it also where an app leaves the page'),
    },
    load: () => import('./commands/keys.ts'),
  },
}

/** Commands of earlier versions, and how they are asked for now. */
export const moved: Readonly<Record<string, string>> = {
  changelog: 'history <app>',
  judge: 'canary --judge',
  overrides: 'status --overrides on|off',
  provenance: 'history <app> --provenance',
  renew: 'verify --renew',
  retire: 'promote <app> --none',
}

/** Every option of every command: with these a line can be read before its command is known. */
export const allOptions: Options = Object.assign({}, everywhere, ...Object.values(commands).map(each => each.options))
