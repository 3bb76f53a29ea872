import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperatorRole } from '@adcoin/contract/operations'
import Fastify from 'fastify'
import * as v from 'valibot'
import { isUnavailable } from '../database/database.ts'
import { runForRequest } from '../database/request-id.ts'
import { Refusal } from '../refusals/refusal.ts'
import { describeError, describeField } from '../refusals/languages.ts'
import { isSameSecret } from '../secrets/hash-text.ts'
import { createToken } from '../secrets/create-token.ts'
import type { Services } from '../services.ts'
import {
  refuseUnknownInput,
  UsageProblem,
  type OperatorCommand,
  type OperatorInput,
  type Operators,
} from '../operators/operators.ts'

const adminFile = 'admin.json'

const Asked = v.strictObject({
  words: v.pipe(v.array(v.pipe(v.string(), v.maxLength(2000))), v.maxLength(50)),
  flags: v.record(
    v.pipe(v.string(), v.maxLength(100)),
    v.union([v.literal(true), v.pipe(v.string(), v.maxLength(2000))]),
  ),
  by: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  from: v.optional(v.pipe(v.string(), v.maxLength(4000))),
})

/** The answer to an operator: exit code of the CLI (0 done, 1 refused, 2 wrong usage), data, and a sentence. */
export type OperatorAnswer = { readonly exit: 0 | 1 | 2; readonly data: unknown; readonly message: string | null }

/**
 * Serves operator commands, on loopback only and with a token in `<DATA_DIR>/admin.json` (`OPS_DIR` if several services
 * share the data folder; mode 0600): a user who can read the file may run commands. The public port serves none of
 * them.
 */
export async function startAdminListener(
  services: Services,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const token = createToken()
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true, genReqId: () => randomUUID() })
  app.post('/ops', async ({ headers, body, id }, reply) => {
    if (!isSameSecret(headers.authorization ?? '', `Bearer ${token}`))
      return reply.status(401).send({ message: 'not allowed' })
    const parsed = v.safeParse(Asked, body)
    if (!parsed.success) return reply.status(400).send({ message: 'Too many words, or words that are too long.' })
    const { words, flags, by, from } = parsed.output
    const run = () => serveOperation(services, words, flags, by, { from })
    return runForRequest(id, run).catch((error: unknown) => {
      services.log.error({ err: error }, 'an operator command failed')
      const message = isUnavailable(error)
        ? 'The database does not answer, or takes no writes. When it does, look what was done, and repeat the command.'
        : 'The command failed; the log of the service contains the reason.'
      return reply.status(500).send({ message })
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const path = join(services.config.opsDir, adminFile)
  writeFileSync(`${path}.tmp`, JSON.stringify({ port, token, pid: process.pid }), { mode: 0o600 })
  renameSync(`${path}.tmp`, path)
  return {
    port,
    async stop() {
      rmSync(path, { force: true })
      await app.close()
    },
  }
}

type OperatorOrigin = {
  /** The folder to which paths of the command are relative. */
  readonly from?: string | undefined
  readonly roles?: readonly OperatorRole[] | undefined
  /** IP address of the operator's browser. */
  readonly address?: string | undefined
  /** `issuer|subject` at the organisation's sign-in. */
  readonly identity?: string | undefined
}

/** Runs one command and writes it to the audit log, also if it is refused. */
export async function serveOperation(
  services: Services,
  words: readonly string[],
  flags: Readonly<Record<string, string | true>>,
  by: string,
  { from = process.cwd(), roles, address, identity }: OperatorOrigin = {},
): Promise<OperatorAnswer> {
  const { operators } = services
  const asksHelp = words.length === 0 || words[0] === 'help' || 'help' in flags || 'h' in flags
  if (asksHelp) return helpOf(operators, words[0] === 'help' ? words.slice(1) : words)
  const found = operators.find(words)
  if (!found) return unknownCommand(operators, words)
  const { command, rest } = found
  const result = await runOperatorCommand(command, { args: rest, flags, by, identity, from })
  if (result.exit === 2) return result
  await services.database.transaction(async tx =>
    tx
      .insertInto('audit_log')
      .values({
        actor: by,
        action: command.name,
        target: (command.takesContact ? findUserId(result.data) : rest.join(' ')).slice(0, 300),
        // JSON leaves out undefined values: commands of this machine have neither roles, address nor identity.
        detail: JSON.stringify({
          flags: command.takesContact ? {} : flags,
          exit: result.exit,
          message: result.message ?? undefined,
          roles,
          address,
          identity,
        }),
        created_at: services.now(),
      })
      .execute(),
  )
  return result
}

const findUserId = (data: unknown) => String((data as { user_id?: string } | null)?.user_id ?? '')

/** Runs a command without the audit log; a refusal is returned, not thrown. */
export async function runOperatorCommand(command: OperatorCommand, input: OperatorInput): Promise<OperatorAnswer> {
  try {
    refuseUnknownInput(command, input)
    return { exit: 0, data: await command.run(input), message: null }
  } catch (error) {
    if (error instanceof UsageProblem) return { exit: 2, data: usageOf([command]), message: error.message }
    if (!(error instanceof Refusal)) throw error
    return { exit: 1, data: { code: error.code, key: error.key }, message: sentenceOf(error) }
  }
}

/** The usage of the commands that begin with the words; of all commands without words. */
function helpOf(operators: Operators, words: readonly string[]): OperatorAnswer {
  const commands = operators.list().filter(({ name }) => `${name} `.startsWith(words.map(word => `${word} `).join('')))
  const named = operators.find(words)
  if (commands.length > 0) return { exit: 0, data: usageOf(commands), message: null }
  return named ? { exit: 0, data: usageOf([named.command]), message: null } : unknownCommand(operators, words)
}

/** Exit code 2, with the usage of the commands that begin with the same word, or of all. */
function unknownCommand(operators: Operators, words: readonly string[]): OperatorAnswer {
  const near = operators.list().filter(({ name }) => name.split(' ')[0] === words[0])
  return {
    exit: 2,
    data: usageOf(near.length > 0 ? near : operators.list()),
    message: `Unknown command: ${words.join(' ')}`,
  }
}

function sentenceOf(refusal: Refusal): string {
  if (refusal.forOperators !== undefined) return refusal.forOperators
  const first = Object.entries(refusal.fields ?? {})[0]
  return refusal.key === 'invalid_input' && first
    ? describeField('en_US', first[0], first[1])
    : describeError('en_US', refusal.key)
}

function usageOf(commands: readonly OperatorCommand[]): { command: string; says: string }[] {
  return commands.map(command => ({
    command: `npm run ops -- ${command.name}${command.usage ? ` ${command.usage}` : ''}`,
    says: command.help,
  }))
}
