import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildMonolith } from './build.ts'

/** The bench is run by hand and rarely: what the shell asks of its build meanwhile must be there in the one build too. */
it('the product can still be built as one', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-one-build-'))
  try {
    const output = join(folder, 'built')
    mkdirSync(output)
    const { entry, pages, locales } = await buildMonolith({ output, isNext: false })
    expect(entry).toMatch(/^shell\..*js$/)
    expect(pages['/money']).not.toEqual([])
    expect(Object.values(locales).flatMap(byLanguage => Object.values(byLanguage))).not.toContain('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
