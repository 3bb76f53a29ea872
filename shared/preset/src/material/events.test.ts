import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import type { RemoteManifest } from '@adcoin/contract'
import { repositoryRoot } from '@adcoin/checks/repository'
import { sourcesOf } from '@adcoin/checks/sources'
import { checkEvents } from './events.ts'

const manifest = {
  name: 'remote-team',
  events: { out: ['team.inviterBound@1'], in: ['tasks.rewardPaid@1'] },
} as Pick<RemoteManifest, 'name' | 'events'>
const check = (text: string) => () => checkEvents([{ file: '/area/src/events.tsx', text }], manifest, '/area')

describe('a build is refused', () => {
  it.each([
    ["\nemitterFor('wallet', events)", 'src/events.tsx:2 takes the emitter of "wallet"'],
    ['emitterFor(owner, events)', "call emitterFor('team', …) only"],
    ["emit('team.inviterLost', {})", 'emits team.inviterLost: add it to "events.out"'],
    ["emit('tasks.rewardPaid', {})", 'emits tasks.rewardPaid'],
    ["bus.on('wallet.balanceChanged', f)", 'listens to wallet.balanceChanged: add it to "events.in"'],
    ["bus.scope('team', signal).stream('wallet.balanceChanged')", 'listens to wallet.balanceChanged'],
    ["const used = useEvent('wallet.balanceChanged', f)", 'listens to wallet.balanceChanged'],
  ])('for %j', (text, why) => expect(check(text)).toThrow(why))
})

it('a build passes with its own emitter, and with events of its manifest', () => {
  expect(
    check(`const emit = emitterFor('team', events)
      emit('team.inviterBound', {})
      bus.scope('team', signal).on('tasks.rewardPaid', f)
      useEvent('team.inviterBound', f)
      input.on('change', f)
      t('wallet.balanceChanged')`),
  ).not.toThrow()
})

it.each(['remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team'])('%s passes', app => {
  const folder = join(repositoryRoot, app)
  const own = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')) as RemoteManifest
  expect(() => checkEvents(sourcesOf(folder, app), own, folder)).not.toThrow()
})
