import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { repositoryRoot as root } from '@adcoin/checks/repository'
import { AppName } from '@adcoin/contract'
import { escapeForTerminal, maxOperatorReasonLength } from '@adcoin/contract/operations'
import { canMakeKeys, openReleaseContext } from '../operations/release-context.ts'
import { suggestWord, Refused, formatRefusal, createRefused } from '../refusal.ts'
import { listApps } from '../releases/list-apps.ts'
import { findStoreFolder } from '../store/open-store.ts'
import { readWords, UsageError, type CommandAnswer, type Command, type CommandWords } from './command-line.ts'
import { allOptions, commands, commonOptions, movedCommands } from './commands.ts'
import { formatUsage, formatCommandUsage } from './usage.ts'
import { waitForStore } from './wait-for-store.ts'
import { readVariable } from '../variables.ts'

/** The end of a command: its exit code and its output. */
export type CommandResult = { readonly code: 0 | 1 | 2; readonly text: string }

/** The release command: reads the words, runs one command, and reports its result. */
export async function runRelease(args: readonly string[]): Promise<CommandResult> {
  const isJson = args.includes('--json')
  try {
    const answer = await answerTo(args)
    return { code: answer.isBad ? 1 : 0, text: answerText(isJson, answer) }
  } catch (error) {
    if (error instanceof Refused) {
      const { refusals } = error
      const lines = ['Refused, nothing was changed:', ...refusals.map(each => `  ${formatRefusal(each)}`)]
      // Mostly DATA_DIR was forgotten.
      if (refusals.some(({ rule }) => storeRules.includes(rule))) lines.push(`  The store is ${nameStore()}.`)
      return { code: 1, text: answerText(isJson, { data: { ok: false, refusals }, lines }) }
    }
    if (error instanceof UsageError) {
      const lines = [`${error.message}\n\n${usageFor(args)}`]
      return { code: 2, text: answerText(isJson, { data: { ok: false, usage: error.message }, lines }) }
    }
    const failed = describeFailure(error)
    if (failed === undefined) throw error
    const lines = [`It ended early: ${failed}`, 'Nothing is half live: `status` shows what is. Repeat the command.']
    return { code: 1, text: answerText(isJson, { data: { ok: false, failed }, lines }) }
  }
}

/** Refusals that an empty store gives. */
const storeRules: readonly string[] = ['shell-first', 'smoke-test', 'not-live', 'release-there']

function nameStore(): string {
  return findStoreFolder(findDataFolder()) ?? readVariable('RELEASE_STORE') ?? ''
}

const findDataFolder = () => resolve(root, readVariable('DATA_DIR') ?? '')

/** The failure of a disk, network or store in one line; undefined for a fault of the program, which needs its trace. */
function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errors, $metadata } = error as Error & {
    code?: unknown
    errors?: readonly unknown[]
    $metadata?: unknown
  }
  const first = error.cause ?? errors?.[0]
  if (first instanceof Error) return describeFailure(first)
  const isMistake = [TypeError, ReferenceError, RangeError, SyntaxError].some(kind => error instanceof kind)
  if (isMistake && code === undefined && $metadata === undefined) return undefined
  const text = error.message === '' ? String(code ?? error.name) : error.message
  const isNamed = error.name === 'Error' || text.includes(error.name)
  return escapeForTerminal(isNamed ? text : `${error.name}: ${text}`)
}

/** The usage of the command in the line; without a command, how to list all commands. */
function usageFor(args: readonly string[]): string {
  const name = args.find(arg => Object.hasOwn(commands, arg))
  const command = name === undefined ? undefined : commands[name]
  return name !== undefined && command ? formatCommandUsage(name, command) : 'All commands: npm run release -- --help'
}

async function answerTo(args: readonly string[]): Promise<CommandAnswer> {
  const [old = ''] = args
  if (Object.hasOwn(movedCommands, old)) throw new UsageError(`\`${old}\` is now \`${movedCommands[old]}\`.`)
  const words = readWords(args, allOptions)
  const [name, ...after] = words.words
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
  if (words.flag('help')) {
    const text = command && name !== undefined ? formatCommandUsage(name, command) : formatUsage()
    return { data: { ok: true, usage: text }, lines: [text] }
  }
  if (!command || name === undefined)
    throw new UsageError(
      name === undefined
        ? 'The command is missing.'
        : `Unknown command "${name}". ${suggestWord(name, Object.keys(commands))}`.trimEnd(),
    )
  refuseUnknown(name, command, words)
  if (command.needsReason && !words.flag('dry-run') && !words.value('why')?.trim())
    throw new UsageError(`${name} needs a reason for the history: --why TEXT.`)
  const why = words.value('why') ?? ''
  if (why.length > maxOperatorReasonLength || escapeForTerminal(why) !== why)
    throw new UsageError(`--why must be one line of at most ${maxOperatorReasonLength} characters.`)
  const [app = '', ...rest] = ['<app>', '[app]'].includes(command.words[0] ?? '') ? after : ['', ...after]
  if (app !== '' && !v.is(AppName, app))
    throw new UsageError(`Unknown app "${app}". ${suggestWord(app, listApps(root))}`.trimEnd())
  if (app === '' && command.words[0] === '<app>') throw new UsageError(`${name} needs an app: shell, remote-auth …`)
  const data = findDataFolder()
  const isFirst = name === 'publish' && v.is(AppName, app) && !words.flag('dry-run') && canMakeKeys()
  const { run } = await command.load()
  const open = async (isSigning = false) => {
    if (!command.startsWithoutStore) refuseWithoutStore(data)
    const context = await openReleaseContext(data, isFirst && isSigning ? ['ops', app] : [])
    if (findStoreFolder(data) === undefined) await waitForStore(context.store)
    return context
  }
  return run({ open, words, rest, root, data, app })
}

/** @throws Refused if this machine has no store at the configured place: mostly the place is wrong */
function refuseWithoutStore(data: string): void {
  const folder = findStoreFolder(data)
  if (folder === undefined || existsSync(folder)) return
  const isSet = process.env['DATA_DIR'] !== undefined || process.env['RELEASE_STORE'] !== undefined
  throw createRefused(
    'no-store',
    folder,
    'no release store is here',
    `${isSet ? 'DATA_DIR or RELEASE_STORE names this place' : 'DATA_DIR is not set, so the default was used'}. Set DATA_DIR to the folder ` +
      'of the running product, or RELEASE_STORE to the store. `publish` makes the first store.',
  )
}

/** Refuses options of other commands and extra words: ignoring them would ignore what the operator meant. */
function refuseUnknown(name: string, command: Command, { words, flag, value }: CommandWords): void {
  const known = { ...command.options, ...commonOptions }
  const foreign = Object.keys(allOptions).find(
    option => !Object.hasOwn(known, option) && (flag(option) || value(option) !== undefined),
  )
  if (foreign !== undefined) {
    const ownOptions = Object.keys(known)
    throw new UsageError(`${name} has no option --${foreign}. ${suggestWord(foreign, ownOptions)}`.trimEnd())
  }
  const extra = command.words.includes('…') ? [] : words.slice(1 + command.words.length)
  if (extra.length > 0) throw new UsageError(`${name} does not take "${extra.join(' ')}".`)
}

function answerText(isJson: boolean, { data, lines }: CommandAnswer): string {
  return isJson ? JSON.stringify(data, null, 2) : lines.join('\n')
}

// A test imports the function above.
if (import.meta.main) {
  const { code, text } = await runRelease(process.argv.slice(2))
  console.log(text)
  process.exitCode = code
}
