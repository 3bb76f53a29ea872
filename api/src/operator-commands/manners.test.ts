import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../testing/start-service.ts'
import { serveOperation } from './admin-listener.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()), 60_000)
afterAll(() => service.stop())

const ask = async (words: string, flags: Record<string, string | true> = {}) => {
  const { exit, data, message } = await serveOperation(
    service.services,
    words.split(' ').filter(Boolean),
    flags,
    'operator',
  )
  return { exit, message, commands: Array.isArray(data) ? data.map(row => (row as { command?: string }).command) : [] }
}
const isPaused = async () =>
  (
    await service.services.database.read
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'withdraw pause')
      .execute()
  ).length > 0

it.each([
  ['', {}],
  ['help', {}],
  ['', { help: true }],
] as const)('"%s" %j lists every command', async (words, flags) => {
  const { exit, commands } = await ask(words, flags)
  expect([exit, commands.length]).toEqual([0, service.services.operators.list().length])
})

it.each([
  ['help withdraw pause', {}],
  ['withdraw pause', { help: true }],
  ['withdraw pause', { h: true }],
] as const)('"%s" %j explains a command and does not run it', async (words, flags) => {
  expect(await ask(words, flags)).toMatchObject({ exit: 0, commands: ['npm run ops -- withdraw pause'] })
  expect(await isPaused()).toBe(false)
})

it('help lists the commands that begin with its words, and reports unknown words', async () => {
  const { exit, commands } = await ask('help withdraw')
  expect([exit, commands.length > 5]).toEqual([0, true])
  expect(commands.filter(command => !command?.startsWith('npm run ops -- withdraw '))).toEqual([])
  expect(await ask('help explode')).toMatchObject({ exit: 2, message: 'Unknown command: explode' })
  expect(await ask('withdraw explode')).toMatchObject({ exit: 2, commands })
})

it.each([
  ['withdraw pause', { anyhow: true }, 'withdraw pause has no flag --anyhow'],
  ['withdraw pause', { Help: true }, 'withdraw pause has no flag --Help'],
  ['withdraw pause now', {}, 'withdraw pause takes no argument "now"'],
  ['bind pass x', { fan: '3' }, 'bind pass has no flag --fan'],
  ['withdraw list paid', {}, 'withdraw list takes no argument "paid"'],
] as const)('"%s" %j is refused, and nothing runs', async (words, flags, message) => {
  expect(await ask(words, flags)).toMatchObject({ exit: 2, message })
  expect(await isPaused()).toBe(false)
})
