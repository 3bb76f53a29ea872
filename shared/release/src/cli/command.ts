import type { Site } from '../operations/site.ts'
import type { Answer } from './answer.ts'
import type { Words } from './words.ts'

/** What every command gets. `app` is empty for those that are about no single app. */
export type CommandInput = { readonly site: Site; readonly words: Words; readonly root: string; readonly app: string }

type Command = {
  readonly needsApp: boolean
  readonly says: string
  load(): Promise<{ run(input: CommandInput): Promise<Answer> }>
}

/** The commands; each one's code is loaded when it is asked for. */
export const commands: Readonly<Record<string, Command>> = {
  publish: {
    needsApp: true,
    says: 'publish <app> [--hold]          build if changed, check, go live (--hold: only into the store)',
    load: () => import('./commands/publish.ts'),
  },
  promote: {
    needsApp: true,
    says: 'promote <app> [ID|VERSION]      make a release of the store live',
    load: () => import('./commands/promote.ts'),
  },
  rollback: {
    needsApp: true,
    says: 'rollback <app> [--to VERSION]   go back to the previous good release',
    load: () => import('./commands/rollback.ts'),
  },
  revoke: {
    needsApp: true,
    says: 'revoke <app> <ID>|--below VERSION  take a release, or all older ones, out for good',
    load: () => import('./commands/revoke.ts'),
  },
  status: {
    needsApp: false,
    says: 'status                          what is live, and whether a rollback is safe',
    load: () => import('./commands/status.ts'),
  },
  history: {
    needsApp: false,
    says: 'history [--limit N]             what was live, who changed it and why',
    load: () => import('./commands/history.ts'),
  },
  diff: {
    needsApp: false,
    says: 'diff [N] [M]                    what changed between two generations',
    load: () => import('./commands/diff.ts'),
  },
  verify: {
    needsApp: false,
    says: 'verify                          every signature and byte of what is live',
    load: () => import('./commands/verify.ts'),
  },
  prune: {
    needsApp: false,
    says: 'prune [--keep N]                remove what nobody can need any more',
    load: () => import('./commands/prune.ts'),
  },
  keys: {
    needsApp: false,
    says: 'keys [--make|--rotate ROLE]     list, make, rotate or revoke signing keys',
    load: () => import('./commands/keys.ts'),
  },
}

export const usage = [
  'npm run release -- <command>',
  '',
  ...Object.values(commands).map(({ says }) => `  ${says}`),
  '',
  'Everywhere: --json (data), --dry-run (the plan, nothing changed), --why TEXT (for the history).',
  'The store is DATA_DIR/store (DATA_DIR defaults to .data). Exit code: 0 done, 1 refused or not well, 2 not understood.',
].join('\n')
