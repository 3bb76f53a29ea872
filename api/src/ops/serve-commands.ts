import { defaultLanguage } from '@adcoin/contract'
import { OperatorCommandRequest, type OperatorCommands } from '@adcoin/contract/operations'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { sendFault } from '../http/envelope.ts'
import { operatorCodes, reasonText, storedReason, type ReasonKey } from '../reasons/reasons.ts'
import type { Services } from '../services.ts'
import { attempt, operate } from './admin-listener.ts'

/**
 * The commands of `npm run ops` that the operations page may ask for, by their own names: the same functions, and the
 * same audit list for all that act.
 *
 *   GET  /operators/commands   which there are, and the reasons that may be given by code
 *   POST /operators/command    runs one: `{ command, args, flags, by }` to `{ exit, data, message }`
 */
export function serveCommands(calls: FastifyInstance, services: Services): void {
  const { operators } = services
  calls.get('/commands', async (): Promise<OperatorCommands> => ({
    commands: operators.list().flatMap(({ name, page }) => (page === undefined ? [] : [name])),
    reasons: {
      review: reasonTexts(operatorCodes.review),
      bind: reasonTexts(operatorCodes.bind),
      withdraw: reasonTexts(operatorCodes.withdraw),
    },
  }))
  calls.post('/command', async (request, reply) => {
    const parsed = v.safeParse(OperatorCommandRequest, request.body)
    if (!parsed.success) return sendFault(reply, defaultLanguage, 'invalid_input', 400)
    const { command: name, args, flags, by, roles } = parsed.output
    const command = operators.list().find(each => each.name === name)
    if (command?.page === undefined) return sendFault(reply, defaultLanguage, 'not_found', 404)
    if (command.role && roles && !roles.includes(command.role))
      return { exit: 1, data: null, message: `${name} needs the role ${command.role}, which ${by} does not have` }
    // Words of the page are no paths of this machine: no command of the page reads any.
    if (command.page === 'look') return attempt(command, { args, flags, by })
    return operate(services, [...name.split(' '), ...args], flags, by)
  })
}

function reasonTexts(keys: readonly ReasonKey[]): { code: string; text: string }[] {
  return keys.map(key => ({
    code: storedReason(key),
    text: reasonText(storedReason(key), defaultLanguage) ?? key,
  }))
}
