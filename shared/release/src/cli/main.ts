import { resolve } from 'node:path'
import * as v from 'valibot'
import { AppName } from '@adcoin/contract'
import { openSite } from '../operations/site.ts'
import { Refused, sentence, type Refusal } from '../refusal.ts'
import { NoKey } from '../signing/signature.ts'
import { CannotStart } from '../start/say.ts'
import { StoreBusy } from '../store/store.ts'
import type { Answer } from './answer.ts'
import { commands, usage } from './command.ts'
import { readWords, Usage } from './words.ts'

const root = resolve(import.meta.dirname, '../../../..')

/** The release command: reads the words, runs one command, prints its answer, ends with its code. */
async function main(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json')
  try {
    const answer = await answerTo(args)
    print(isJson, answer)
    return answer.isBad ? 1 : 0
  } catch (error) {
    const refusals = refusalsOf(error)
    if (refusals) {
      print(isJson, {
        data: { ok: false, refusals },
        lines: ['Refused, nothing was changed:', ...refusals.map(each => `  ${sentence(each)}`)],
      })
      return 1
    }
    if (!(error instanceof Usage)) throw error
    print(isJson, { data: { ok: false, usage: error.message }, lines: [`${error.message}\n\n${usage}`] })
    return 2
  }
}

async function answerTo(args: readonly string[]): Promise<Answer> {
  const words = readWords(args)
  const [name, app = ''] = words.words
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
  if (!command) throw new Usage(name === undefined ? 'Name a command.' : `There is no command "${name}".`)
  if (command.needsApp && !v.is(AppName, app))
    throw new Usage(app ? `"${app}" is no app: shell, remote-auth …` : `${name} needs an app: shell, remote-auth …`)
  const site = await openSite(
    resolve(root, process.env.DATA_DIR?.trim() || '.data'),
    command.needsApp && process.env.RELEASE_KEYS !== 'given',
  )
  const { run } = await command.load()
  return run({ site, words, root, app: command.needsApp ? app : '' })
}

/** Everything that is a "no" rather than a bug. */
function refusalsOf(error: unknown): readonly Refusal[] | undefined {
  if (error instanceof Refused) return error.refusals
  if (error instanceof NoKey) return [{ rule: 'signing-key', place: 'keys', says: error.message, remedy: '' }]
  if (error instanceof StoreBusy) return [{ rule: 'one-at-a-time', place: 'store', says: error.message, remedy: '' }]
  if (error instanceof CannotStart)
    return [{ rule: 'build', place: 'build', says: error.message, remedy: 'Correct the sources, then publish again.' }]
  return undefined
}

function print(isJson: boolean, { data, lines }: Answer): void {
  console.log(isJson ? JSON.stringify(data, null, 2) : lines.join('\n'))
}

process.exitCode = await main(process.argv.slice(2))
