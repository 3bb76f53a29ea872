import type { PersonState, OperatorRole } from '@adcoin/contract/operations'
import type { PersonStatus } from '../database/column-types.ts'
import { isUnavailable } from '../database/database.ts'
import { isFrozen } from '../ledger/frozen.ts'

/**
 * @param changed  called after each command that may have changed something, also if it failed; not where the database
 *   is away, when what was known of it is the last that people are shown
 */
export function createOperators(changed: () => void): Operators {
  const commands = new Map<string, OperatorCommand>()
  return {
    command(command) {
      if (commands.has(command.name)) throw new Error(`the operator command ${command.name} exists twice`)
      const run: OperatorCommand['run'] = async input => {
        const done = await command.run(input).catch((error: unknown) => {
          if (!isUnavailable(error)) changed()
          throw error
        })
        changed()
        return done
      }
      commands.set(command.name, command.page === 'look' ? command : { ...command, run })
    },
    list: () => [...commands.values()].sort((a, b) => a.name.localeCompare(b.name)),
    find(words) {
      for (const length of [3, 2, 1]) {
        const command = commands.get(words.slice(0, length).join(' '))
        if (command && words.length >= length) return { command, rest: words.slice(length) }
      }
      return undefined
    },
  }
}

/** The state of a person as operators see it. */
export function describePersonState(
  { status, withdraw_frozen_until: until }: { status: PersonStatus; withdraw_frozen_until: Date | null },
  now: Date,
): PersonState {
  return status === 'active' && isFrozen(until, now) ? 'frozen' : status
}

/** The operator who acts. */
export type ActingOperator = {
  /** The name that lists show. */
  readonly by: string
  /** `issuer|subject` at the organisation's sign-in, where names can be changed; absent without that sign-in. */
  readonly identity?: string | undefined
}

type KnownOperator = { readonly by: string | null; readonly identity: string | null }

/** Same identity; if either has none, same name: `alice`, ` Alice` and full-width letters are one operator. */
export function isSameOperator(one: KnownOperator, other: ActingOperator): boolean {
  if (one.identity !== null && other.identity !== undefined) return one.identity === other.identity
  const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  return one.by !== null && folded(one.by) === folded(other.by)
}

/** Proven to be two: if one of them has an identity, both need one, because a bare name may be of the same operator. */
export function areTwoOperators(one: KnownOperator, other: ActingOperator): boolean {
  const isComparable = (one.identity === null) === (other.identity === undefined)
  return one.by !== null && isComparable && !isSameOperator(one, other)
}

/** Arguments of an operator command: words after its name, and `--name value` or `--name`. */
export type OperatorInput = ActingOperator & {
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | true>>
  /** The operator's working folder: relative paths in the words start there. */
  readonly from?: string
}

export type OperatorCommand = {
  /** `withdraw approve`: one to three words. */
  readonly name: string
  /** `<id> --reason TEXT` */
  readonly usage: string
  readonly help: string
  /**
   * Whether the operations page may run it too. A `look` changes nothing and shows no secret; the page repeats it, so
   * it is not written to the audit list. An `act` is, as from the command line.
   */
  readonly page?: 'look' | 'act'
  /** Its words are a person's number or e-mail: the audit list keeps the id found, and no word. */
  readonly takesContact?: true
  /** The role that an operator of the page needs; absent if none. */
  readonly role?: Exclude<OperatorRole, 'release'>
  /**
   * Returns plain JSON values without bigint, which --json prints unchanged. Throws UsageProblem for wrong arguments
   * and Refusal if the service refuses.
   */
  run(input: OperatorInput): Promise<unknown>
}

/** Wrong usage of a command: the CLI prints the usage and exits with 2. */
export class UsageProblem extends Error {}

export type Operators = {
  command(command: OperatorCommand): void
  list(): readonly OperatorCommand[]
  /** The command with the longest name that the words begin with, and the words after the name. */
  find(words: readonly string[]): { command: OperatorCommand; rest: readonly string[] } | undefined
}

/** Rejects arguments and flags that the usage does not name: a typo must not run something else. */
export function refuseUnknownInput(
  { name, usage }: OperatorCommand,
  { args, flags }: Pick<OperatorInput, 'args' | 'flags'>,
): void {
  const known = new Set([...usage.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag))
  const unknownFlag = Object.keys(flags).find(flag => !known.has(flag))
  if (unknownFlag !== undefined) throw new UsageProblem(`${name} has no flag --${unknownFlag}`)
  const [first] = args
  if (first !== undefined && !/(^|\| )</.test(usage)) throw new UsageProblem(`${name} takes no argument "${first}"`)
}

/** @throws UsageProblem unless there is exactly one argument */
export function readOnlyArgument({ args }: OperatorInput, what: string): string {
  const [first, ...more] = args
  if (first === undefined || more.length > 0) throw new UsageProblem(`exactly one ${what} is required`)
  return first
}

/** The text of a flag; undefined without the flag. @throws UsageProblem if its value is missing */
export function readTextFlag({ flags }: OperatorInput, name: string): string | undefined {
  const value = flags[name]
  if (value === true) throw new UsageProblem(`--${name} needs a value`)
  return value
}
