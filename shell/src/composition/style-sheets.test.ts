// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { RequiredFile } from './files.ts'
import { addSheets, removeOtherSheets } from './style-sheets.ts'

const [app, release] = ['remote-team', '1.0.0-00000010']
const hash = 'sha256-of-it'
/** Fires the browser's event of the element that is in the page now. */
async function settle(type: 'load' | 'error'): Promise<HTMLElement> {
  const link = await vi.waitFor(() => document.querySelector('link') ?? expect.fail())
  link.dispatchEvent(new Event(type))
  return link
}
const owner = `${app}/${release}`
const sheet: RequiredFile = { url: `/releases/${app}/${release}/a.css`, phase: 'style', integrity: hash }
const sheets = () => [...document.querySelectorAll('link')].map(link => link.dataset['release'])

test('style sheets are added once, with hash and release; the next release replaces them', async () => {
  const adding = addSheets(owner, [sheet])
  expect(await settle('load')).toMatchObject({ rel: 'stylesheet', integrity: hash })
  await adding
  await addSheets(owner, [sheet])
  removeOtherSheets(app, release)
  removeOtherSheets('remote-tea', '1.1.0-00000011')
  expect(sheets()).toEqual([owner])
  removeOtherSheets(app, '1.1.0-00000011')
  expect(sheets()).toEqual([])
})

test('style sheets that the browser rejects are a failure, and leave the page', async () => {
  const adding = expect(addSheets(owner, [sheet])).rejects.toMatchObject({ phase: 'style' })
  await settle('error')
  await adding
  expect(sheets()).toEqual([])
})
