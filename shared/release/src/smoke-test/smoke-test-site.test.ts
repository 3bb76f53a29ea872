import { expect, it } from 'vitest'
import { openSmokeTestSite } from './smoke-test-site.ts'

it('the page being tried finds the registry too: a remote for which it has no room is loaded by that', async () => {
  const registry = '{"generation":7,"apps":{},"revoked":[]}'
  const page = '<!doctype html><meta name="viewport" content="x">'
  const site = await openSmokeTestSite({ page, registry, script: '', releases: [], read: async () => undefined })
  try {
    expect(await (await fetch(`${site.url}/registry.json`)).text()).toBe(registry)
    expect(await (await fetch(`${site.url}/money`)).text()).toContain('<script src="/gate/visit.js">')
    expect((await fetch(`${site.url}/healthz`)).status).toBe(404)
  } finally {
    await site.close()
  }
})
