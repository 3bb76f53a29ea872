import { apiCodes } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { createFixtureBuild } from '../../../tests/fixture-apps.ts'
import { listBuildRefusals } from '../../../tests/list-build-refusals.ts'

describe('fragments have a budget', () => {
  const paragraph = (bytes: number) => `<p>${'a'.repeat(bytes - 7)}</p>`
  const app = (count: number, bytes: number) => {
    const pages = Array.from({ length: count }, (_, page) => `page-${page}`)
    return createFixtureBuild('remote-team', {
      build: {
        fragments: Object.fromEntries(
          pages.flatMap(page => apiCodes.map(code => [`/${page}|${code}`, `${page}.html`])),
        ),
      },
      files: Object.fromEntries(pages.map(page => [`${page}.html`, paragraph(bytes)])),
    })
  }
  it.each([
    [1, 6_144, []],
    [1, 6_145, apiCodes.map(code => `remote-team: page-0.html (/page-0|${code})`)],
    [2, 6_144, []],
    [4, 3_073, apiCodes.map(code => `remote-team: all fragments (${code})`)],
  ])('%i of %i bytes', (count, bytes, places) =>
    expect(
      listBuildRefusals(app(count, bytes))
        .filter(({ rule }) => rule === 'byte-budget')
        .map(({ place }) => place),
    ).toEqual(places),
  )
})
