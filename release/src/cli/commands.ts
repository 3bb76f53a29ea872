import type { Command, Options } from './command-line.ts'

/** Options of every command. */
export const commonOptions: Options = {
  json: { summary: 'print JSON instead of lines' },
  'dry-run': { summary: 'make every check and show the plan; change nothing' },
  why: { value: 'TEXT', summary: 'the reason, for the history' },
  help: { summary: 'show this text' },
}

const evenIfUnsafe = (summary: string): Options => ({ 'even-if-unsafe': { summary } })

/** The commands. The code of a command is loaded when it runs. */
export const commands: Readonly<Record<string, Command>> = {
  publish: {
    startsWithoutStore: true,
    words: ['<app>'],
    summary: 'build if changed, check, smoke-test in a browser, go live',
    options: {
      stage: { summary: 'add the release to the store only; `promote` makes it live' },
      'if-new': { summary: 'succeed without publishing if this source hash is already published' },
      'no-build': { summary: 'publish <app>/dist without a build' },
      dist: { value: 'FOLDER', summary: 'publish the build in this folder' },
      version: {
        value: 'X.Y.Z',
        summary: 'use this version, not that of package.json; `next` computes it from the live version and the changes',
      },
      downgrade: { summary: 'publish even if a newer version is live' },
      'skip-smoke-test': { summary: 'skip the smoke test in a browser; generation, status and history record it' },
      'skip-checks': {
        summary: 'skip types, lint and tests of the sources; generation, status and history record it',
      },
      ...evenIfUnsafe('publish even if addresses of the live release are missing'),
    },
    load: () => import('./commands/publish.ts'),
  },
  promote: {
    words: ['<app>', '[ID|VERSION]', '…'],
    summary:
      'make a stored release live, by default the newest; several apps as one generation; --none removes a remote from the page',
    options: {
      'if-new': { summary: 'succeed without a change if the release was live before' },
      from: {
        value: 'STORE',
        summary: 'take the release out of another store, s3://bucket/prefix or /folder, with the signature of its team',
      },
      none: { summary: 'remove the remote from the page; needs --why; a later promote restores it' },
      ...evenIfUnsafe(
        'promote even if the release failed before (clears that mark), is older or lacks addresses of the live one',
      ),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).runPromote }),
  },
  rollback: {
    needsReason: true,
    words: ['<app>', '…'],
    summary: 'roll back to the previous good release; several apps as one generation',
    options: {
      to: { value: 'ID|VERSION', summary: 'roll back to this release' },
      ...evenIfUnsafe(
        'roll back even if that release cannot read data that newer ones stored, or was rolled back before',
      ),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).runRollback }),
  },
  revoke: {
    needsReason: true,
    words: ['<app>', '[ID|VERSION]'],
    summary: 'remove a release for good, from open pages too',
    options: { below: { value: 'VERSION', summary: 'revoke every older version and refuse them from now on' } },
    load: async () => ({ run: (await import('./commands/changes.ts')).runRevoke }),
  },
  canary: {
    words: ['[app]', '[ID|VERSION]'],
    summary: 'give a stored release to a share of browsers; --judge decides on running canaries',
    options: {
      share: { value: 'N', summary: 'percent of browsers, 1 to 50' },
      manual: { summary: 'a person decides; the judge only recommends' },
      stop: { summary: 'end the canary; open pages leave the candidate at once' },
      pause: { summary: 'keep the canary; from now on a person decides' },
      resume: { summary: 'let the judge raise, promote or stop the canary again' },
      judge: {
        summary:
          'without an app: judge every running canary once; npm start and the operations program judge continuously',
      },
      ...evenIfUnsafe(
        'start even if the release failed before, is older or lacks addresses; then a person promotes it',
      ),
    },
    load: async () => ({ run: (await import('./commands/changes.ts')).runCanary }),
  },
  health: {
    startsWithoutStore: true,
    words: ['[app]'],
    summary: 'show browser reports of the releases',
    options: { since: { value: 'TIME', summary: 'reports of the last 30m, 1h, 7d; default 1h' } },
    load: () => import('./commands/health.ts'),
  },
  status: {
    words: [],
    summary: 'show what is live and whether a rollback is safe; --overrides on|off',
    options: {
      overrides: { value: 'on|off', summary: 'allow or forbid browsers to try releases that are not live' },
    },
    load: () => import('./commands/status.ts'),
  },
  history: {
    words: ['[app]', '[ID|VERSION]'],
    summary: 'show what was live, who changed it and why; with an app: its changelog; --provenance',
    options: {
      limit: { value: 'N', summary: 'number of generations; default 20' },
      provenance: {
        summary: 'show commit and builder of a release, by default the live one; --json: an in-toto statement',
      },
    },
    load: async () => ({ run: (await import('./commands/records.ts')).runHistory }),
  },
  diff: {
    words: ['[N]', '[M]'],
    summary: 'show what changed from generation N to M; default: the last change',
    load: () => import('./commands/diff.ts'),
  },
  verify: {
    words: [],
    summary: 'check every signature and byte of the live releases; --renew signs them again',
    options: {
      renew: { summary: 'sign the same releases today as a new generation, because generations expire' },
      'accept-set-back': { summary: 'with --renew: accept that newer generations are lost for good' },
    },
    load: async () => ({ run: (await import('./commands/records.ts')).runVerify }),
  },
  prune: {
    words: [],
    summary: 'remove releases and pages that are no longer needed',
    options: { keep: { value: 'N', summary: 'number of generations that stay complete; default 50' } },
    load: () => import('./commands/prune.ts'),
  },
  keys: {
    startsWithoutStore: true,
    words: [],
    summary: 'list the signing keys',
    options: {
      make: { value: 'ROLE', summary: 'make a missing key' },
      holder: { value: 'NAME', summary: 'with --make and --rotate: the person or machine of the role, `ana`' },
      expires: { value: 'DAYS', summary: 'with --make and --rotate: days until the key expires; default: never' },
      new: { summary: 'with --make: for an app that does not exist yet' },
      rotate: { value: 'ROLE', summary: 'make a new key; signatures of the old one stay valid' },
      revoke: { value: 'KEY', summary: 'stop trusting this key and remove what it signed from the page' },
      restore: { value: 'KEY', summary: 'undo the revocation of this key' },
      gateways: { value: 'URL,URL', summary: 'with --revoke: gateways to ask what they serve; default: PUBLIC_URL' },
      ...evenIfUnsafe('revoke even if an app leaves the page'),
    },
    load: () => import('./commands/keys.ts'),
  },
}

/** Commands of earlier versions, and their replacements. */
export const movedCommands: Readonly<Record<string, string>> = {
  changelog: 'history <app>',
  judge: 'canary --judge',
  overrides: 'status --overrides on|off',
  provenance: 'history <app> --provenance',
  renew: 'verify --renew',
  retire: 'promote <app> --none',
}

/** Every option of every command, so that a line can be parsed before its command is known. */
export const allOptions: Options = Object.assign(
  {},
  commonOptions,
  ...Object.values(commands).map(each => each.options),
)
