import { expect, test, vi } from 'vitest'
import { createAppScope } from './share-scope.ts'

test('each remote gets the emitter and the requests of its own name, and all else of the page', async () => {
  const httpOf = vi.fn((name: string) => ({ send: `send of ${name}` }))
  const http = { send: 'send', refresh: 'refresh', httpOf }
  const events = { bus: 'bus', emitterFor: 'any', voiceOf: (name: string) => `emitter of ${name}` }
  const react = { get: () => () => 'react' }
  const scope = {
    react: { '19.3.1': react },
    '@adcoin/http': { '1.3.0': { get: () => Promise.resolve(() => http) } },
    '@adcoin/events': { '1.0.0': { get: () => Promise.resolve(() => events) } },
  }
  const getShared = async (app: string, module: string) => {
    const [shared] = Object.values(createAppScope(scope, app)[module] ?? {})
    const factory = (await shared?.get()) as (() => unknown) | undefined
    return factory?.()
  }
  expect(await getShared('remote-team', '@adcoin/http')).toMatchObject({ send: 'send of team', refresh: 'refresh' })
  expect(await getShared('remote-wallet', '@adcoin/http')).toMatchObject({ send: 'send of wallet' })
  expect(await getShared('remote-team', '@adcoin/events')).toMatchObject({ bus: 'bus', emitterFor: 'emitter of team' })
  expect(createAppScope(scope, 'remote-team')['react']?.['19.3.1']).toBe(react)
})
