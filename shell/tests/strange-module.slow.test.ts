import { describe, expect, test } from 'vitest'
import { bad, composeFixtures, clickLink, good, page, expectShown, site } from './harness.ts'

composeFixtures('strangeModule')

/** Members that the release's module gets besides; a function's text, because it runs in the page. */
type Strange = readonly [name: string, module: string]

const drawing = (page: string) =>
  `routes: module.routes.map(route => ({ ...route, element: fromShell.createElement(() => ${page}) }))`

/** The screen stays; only what was asked is not known. */
const harmless: readonly Strange[] = [
  ['title throws', 'title() { throw new Error("mine") }'],
  ['title gives an object that throws', 'title: () => ({ toString() { throw new Error("mine") } })'],
  ['title gives a promise', 'title: async () => "Mine"'],
  ['title is endless', 'title: () => "x".repeat(1_000_000)'],
  ['title gives null', 'title: () => null'],
  ['title gives a symbol', 'title: () => Symbol("mine")'],
]
/** The previous release is shown instead. */
const useless: readonly (readonly [...Strange, phase: string])[] = [
  ['routes have no element', 'routes: module.routes.map(({ path }) => ({ path }))', 'render'],
  ['pages draw null', drawing('null'), 'render'],
  ['pages draw an empty list', drawing('[]'), 'render'],
  ['pages draw a box without anything', drawing('fromShell.createElement("div")'), 'render'],
  ['pages hide what they draw', drawing('fromShell.createElement("div", { hidden: true }, "mine")'), 'render'],
  ['preload throws', 'preload() { throw null }', 'preload'],
  ['preload never settles', 'preload: () => new Promise(() => {})', 'stall'],
  ['connect throws', 'connect() { throw new Error("mine") }', 'evaluate'],
]

async function open(module: string, previous = [good]): Promise<void> {
  await page.addInitScript(`globalThis.strangeModule = module => ({ ${module} })`)
  site.publish(bad.strangeModule, previous)
  await page.goto(`${site.url}/elsewhere`)
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
  await clickLink('First')
}

describe('a module that is wrong', () => {
  test.each(harmless)('because its %s does not cost the screen', async (_says, module) => {
    await open(module)
    await expectShown(bad.strangeModule.material.version)
    const requests = () =>
      page.evaluate(() => [1, 2].map(() => (globalThis as unknown as Titled).composition.titleOf('/fixture')))
    expect(await requests()).toEqual([undefined, undefined])
    expect(site.reports.filter(({ phase }) => phase !== 'runtime')).toEqual([])
  })

  test.each(useless)(
    'because its %s gives way to the previous release, and is reported',
    { timeout: 30_000 },
    async (_says, module, phase) => {
      await open(module)
      await expectShown('1.0.0', 12_000)
      await expect.poll(() => site.reports.length).toBeGreaterThan(0)
      expect(site.reports[0]).toMatchObject({ release: bad.strangeModule.material.id, phase, path: '/fixture' })
    },
  )

  test('has its card where no previous release is left', async () => {
    await open(drawing('null'), [])
    await page.getByRole('alert').waitFor()
    await clickLink('Elsewhere')
    await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
  })
})

type Titled = { composition: { titleOf: (path: string) => unknown } }
