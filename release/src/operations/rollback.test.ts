import { describe, expect, it } from 'vitest'
import { createFixtureContext, planWanted, publishFixture } from '../../tests/fixture-apps.ts'
import { readLiveState } from './live-state.ts'
import { predictRollback } from './rollback.ts'
import { readStatus } from './status.ts'

describe('the outlook of a rollback', () => {
  it('is safe where the older release fits the shell and reads what was stored', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    const older = await publishFixture(context, 'remote-team', {
      version: '1.0.0',
      build: { storage: ['team.draft@1'] },
    })
    await publishFixture(context, 'remote-team', {
      version: '1.1.0',
      build: { storage: ['team.draft@1'] },
    })
    expect(predictRollback(context, await readLiveState(context), 'remote-team')).toMatchObject({
      to: older,
      safe: true,
    })
  })

  it('is unsafe where a newer release has stored what the older one cannot read', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    const older = await publishFixture(context, 'remote-team', {
      version: '1.0.0',
      build: { storage: ['team.draft@1'] },
    })
    await publishFixture(context, 'remote-team', {
      version: '1.1.0',
      build: { storage: ['team.draft@1', 'team.draft@2'] },
    })
    const status = await readStatus(context)
    expect(status.apps['remote-team']?.rollback).toMatchObject({ to: older, safe: false })
    expect(status.apps['remote-team']?.rollback.why).toContain('team.draft@2')
  })

  it('counts what a release between the two has stored', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    const oldest = await publishFixture(context, 'remote-team', { version: '1.0.0' })
    await publishFixture(context, 'remote-team', { version: '1.1.0', build: { storage: ['team.note@1'] } })
    await publishFixture(context, 'remote-team', { version: '1.2.0' })
    await expect(planWanted(context, { action: 'rollback', release: oldest })).rejects.toThrow('team.note@1')
  })

  it('looks at what shared packages store too, which come with the shell', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell', { version: '1.0.0' })
    await publishFixture(context, 'shell', { version: '1.1.0', build: { storage: ['shell.hiddenBalance@1'] } })
    expect(predictRollback(context, await readLiveState(context), 'shell')).toMatchObject({ safe: false })
  })

  it('is safe where only the older release kept something', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    await publishFixture(context, 'remote-team', { version: '1.0.0', build: { storage: ['team.draft@1'] } })
    await publishFixture(context, 'remote-team', { version: '1.1.0' })
    expect(predictRollback(context, await readLiveState(context), 'remote-team')).toMatchObject({ safe: true })
  })

  it('reports that the app has no release to roll back to', async () => {
    const context = await createFixtureContext()
    await publishFixture(context, 'shell')
    expect((await readStatus(context)).apps.shell?.rollback).toMatchObject({ to: null, safe: false })
  })
})
