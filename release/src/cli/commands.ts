import type { Command, Options } from './command-line.ts'

/** Options of every command. */
export const commonOptions: Options = {
  json: { summary: 'data instead of lines' },
  'dry-run': { summary: 'the plan after every check; nothing is changed' },
  why: { value: 'TEXT', summary: 'the reason, for the history' },
  help: { summary: 'this text' },
}

const evenIfUnsafe = (summary: string): Options => ({ 'even-if-unsafe': { summary } })

/** The commands; each one's code is loaded when it is asked for. */
export const commands: Readonly<Record<string, Command>> = {
  publish: {
    startsWithoutStore: true,
    words: ['<app>'],
    summary: 'build if changed, check, try in a browser, go live',
    options: {
      stage: { summary: 'only into the store; `promote` makes it live' },
      'if-new': { summary: 'succeed without publishing if this source hash is already published' },
      'no-build': { summary: 'publish <app>/dist as it is' },
      dist: { value: 'FOLDER', summary: 'take a build from there' },
      version: { value: 'X.Y.Z', summary: 'not the one in package.json; `next` raises the live one by what changed' },
      downgrade: { summary: 'also where a newer version is live' },
      'skip-smoke-test': { summary: 'without a smoke test in a browser; generation, status and history record it' },
      'skip-checks': {
        summary: 'without types, lint and tests of the sources; generation, status and history record it',
      },
      ...evenIfUnsafe('also where addresses of the live release are gone'),
    },
    load: () => import('./commands/publish.ts'),
  },
  promote: {
    words: ['<app>', '[ID|VERSION]'],
    summary: 'make a release of the store live, by default the newest; --none takes a remote out',
    options: {
      'if-new': { summary: 'only one that never was live' },
      none: { summary: 'take a remote out of the page, whole; needs --why, and promote brings it back' },
      ...evenIfUnsafe('also one that failed (clears that mark), or that lacks addresses of the live one'),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).runPromote }),
  },
  rollback: {
    needsReason: true,
    words: ['<app>'],
    summary: 'go back to the previous good release',
    options: {
      to: { value: 'ID|VERSION', summary: 'go back to this one' },
      ...evenIfUnsafe('also where it cannot read what newer releases have stored, or was left before'),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).runRollback }),
  },
  revoke: {
    needsReason: true,
    words: ['<app>', '[ID|VERSION]'],
    summary: 'take a release out for good, also from open pages',
    options: { below: { value: 'VERSION', summary: 'everything older than this' } },
    load: async () => ({ run: (await import('./commands/changes.ts')).runRevoke }),
  },
  canary: {
    words: ['[app]', '[ID|VERSION]'],
    summary: 'try a release of the store on a share of browsers; --judge decides on those that run',
    options: {
      share: { value: 'N', summary: 'percent of browsers, 1 to 50' },
      manual: { summary: 'a person decides; the judge only says what it would do' },
      stop: { summary: 'end it; open pages leave the candidate at once' },
      pause: { summary: 'keep it as it is; from now a person decides' },
      resume: { summary: 'let the judge raise, promote or stop it again' },
      judge: { summary: 'without an app: judge all that run, once; npm start and the operations program go on' },
      ...evenIfUnsafe('also where it lacks addresses of the live one; then a person promotes it'),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).runCanary }),
  },
  health: {
    startsWithoutStore: true,
    words: ['[app]'],
    summary: 'what browsers said of the releases',
    options: { since: { value: 'TIME', summary: 'how far back: 30m, 1h, 7d; default 1h' } },
    load: () => import('./commands/health.ts'),
  },
  status: {
    words: [],
    summary: 'what is live, and whether a rollback is safe; --overrides on|off',
    options: {
      overrides: { value: 'on|off', summary: 'from now, whether a browser may try releases that are not live' },
    },
    load: () => import('./commands/status.ts'),
  },
  history: {
    words: ['[app]', '[ID|VERSION]'],
    summary: 'what was live, who changed it and why; of one app: what its releases brought; --provenance',
    options: {
      limit: { value: 'N', summary: 'how many generations; default 20' },
      provenance: {
        summary: 'commit and builder of a release, by default the live one; --json: as an in-toto statement',
      },
    },
    load: async () => ({ run: (await import('./commands/records.ts')).runHistory }),
  },
  diff: {
    words: ['[N]', '[M]'],
    summary: 'what changed from generation N to M; by default the last step',
    load: () => import('./commands/diff.ts'),
  },
  verify: {
    words: [],
    summary: 'every signature and byte of what is live; --renew signs it anew',
    options: {
      renew: { summary: 'the same releases as a new generation, signed today: an old one expires' },
      'accept-set-back': { summary: 'with --renew: also where newer generations are lost for good' },
    },
    load: async () => ({ run: (await import('./commands/records.ts')).runVerify }),
  },
  prune: {
    words: [],
    summary: 'remove releases and pages that are no longer needed',
    options: { keep: { value: 'N', summary: 'how many generations stay whole; default 50' } },
    load: () => import('./commands/prune.ts'),
  },
  keys: {
    startsWithoutStore: true,
    words: [],
    summary: 'list the signing keys',
    options: {
      make: { value: 'ROLE', summary: 'make a key that is missing' },
      holder: { value: 'NAME', summary: 'with --make and --rotate: for one person or machine of a role, `ana`' },
      expires: { value: 'DAYS', summary: 'with --make and --rotate: it signs for so many days; default without end' },
      new: { summary: 'with --make: for an app that is not here yet' },
      rotate: { value: 'ROLE', summary: 'make a new one; what the old one signed stays good' },
      revoke: { value: 'KEY', summary: 'stop trusting it, and take what it signed out of the page' },
      restore: { value: 'KEY', summary: 'undo a revocation' },
      ...evenIfUnsafe('revoke it also where an app leaves the page'),
    },
    load: () => import('./commands/keys.ts'),
  },
}

/** Commands of earlier versions, and how they are asked for now. */
export const movedCommands: Readonly<Record<string, string>> = {
  changelog: 'history <app>',
  judge: 'canary --judge',
  overrides: 'status --overrides on|off',
  provenance: 'history <app> --provenance',
  renew: 'verify --renew',
  retire: 'promote <app> --none',
}

/** Every option of every command: with these a line can be read before its command is known. */
export const allOptions: Options = Object.assign(
  {},
  commonOptions,
  ...Object.values(commands).map(each => each.options),
)
