import { rejectInHandler, throwInHandler } from '../injectors/releases.ts'
import { expect } from '../product/test.ts'
import { test, visit } from './scene.ts'

const app = 'remote-team'

test.afterEach(async ({ scene }) => {
  for (const context of scene.browser.contexts()) await context.close()
  await scene.site.release('rollback', app, '--why', 'the test is over')
})

for (const [title, edit, message] of [
  ['E04 a handler throws', throwInHandler, 'Error: broken in a handler'],
  ['E05 a promise of a handler rejects', rejectInHandler, 'Error: broken in a promise'],
] as const)
  test(
    `${title}: the screen stays, and its release is reported once in ten seconds`,
    { tag: '@engines' },
    async ({ scene }) => {
      const release = await scene.site.publish(app, edit)
      const { page, reports, errors, findLosses } = await visit(scene, '/team')
      const heading = page.locator(`[data-area="${app}"][data-release="${release}"] h1`)
      for (const count of [1, 2, 3]) {
        await heading.click()
        await expect.poll(() => errors).toHaveLength(count)
      }
      await expect.poll(() => reports).not.toEqual([])
      await page.waitForTimeout(300)
      expect(reports).toEqual([
        expect.objectContaining({ app, release, phase: 'runtime', reason: expect.stringMatching(`^${message} @ `) }),
      ])
      await expect(heading).toBeVisible()
      expect(await findLosses('/team')).toEqual([])
    },
  )
