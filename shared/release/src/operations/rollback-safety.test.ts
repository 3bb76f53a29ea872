import { describe, expect, it } from 'vitest'
import { fixtureSite, publishFixture } from '../../tests/fixture-apps.ts'
import { readLiveState } from './live-state.ts'
import { rollbackOutlook } from './rollback-safety.ts'
import { statusOf } from './status.ts'

describe('the outlook of a rollback', () => {
  it('is safe where the older release fits the shell and reads what was stored', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    const older = await publishFixture(site, 'remote-team', {
      version: '1.0.0',
      build: { storage: ['team.draft@1'] },
    })
    await publishFixture(site, 'remote-team', {
      version: '1.1.0',
      build: { storage: ['team.draft@1'] },
    })
    expect(rollbackOutlook(await readLiveState(site), 'remote-team', site)).toMatchObject({ to: older, safe: true })
  })

  it('is unsafe where a newer release has stored what the older one cannot read', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    const older = await publishFixture(site, 'remote-team', {
      version: '1.0.0',
      build: { storage: ['team.draft@1'] },
    })
    await publishFixture(site, 'remote-team', {
      version: '1.1.0',
      build: { storage: ['team.draft@1', 'team.draft@2'] },
    })
    const status = await statusOf(site)
    expect(status.apps['remote-team']?.rollback).toMatchObject({ to: older, safe: false })
    expect(status.apps['remote-team']?.rollback.why).toContain('team.draft@2')
  })

  it('counts what a release between the two has stored', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    const oldest = await publishFixture(site, 'remote-team', { version: '1.0.0' })
    await publishFixture(site, 'remote-team', {
      version: '1.1.0',
      build: { storage: ['team.note@1'] },
    })
    await publishFixture(site, 'remote-team', { version: '1.2.0' })
    const state = await readLiveState(site)
    expect(rollbackOutlook(state, 'remote-team', site, state.releases.get(`remote-team/${oldest}`))).toMatchObject({
      safe: false,
    })
  })

  it('looks at what shared packages store too, which come with the shell', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell', { version: '1.0.0' })
    await publishFixture(site, 'shell', { version: '1.1.0', build: { storage: ['shell.hiddenBalance@1'] } })
    expect(rollbackOutlook(await readLiveState(site), 'shell', site)).toMatchObject({ safe: false })
  })

  it('is safe where only the older release kept something', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    await publishFixture(site, 'remote-team', { version: '1.0.0', build: { storage: ['team.draft@1'] } })
    await publishFixture(site, 'remote-team', { version: '1.1.0' })
    expect(rollbackOutlook(await readLiveState(site), 'remote-team', site)).toMatchObject({ safe: true })
  })

  it('reports that there is nothing to go back to', async () => {
    const site = await fixtureSite()
    await publishFixture(site, 'shell')
    expect((await statusOf(site)).apps.shell?.rollback).toMatchObject({ to: null, safe: false })
  })
})
