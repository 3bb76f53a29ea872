import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildMonolith } from './build.ts'

/**
 * The bench is run by hand and rarely: what the shell asks of its build meanwhile must be there in the one build too.
 */
it('the product can still be built as one, with the libraries of the shell', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adcoin-one-build-'))
  try {
    const output = join(folder, 'built')
    mkdirSync(output)
    const { entry, pages, locales } = await buildMonolith({ output, isNext: false })
    expect(entry).toMatch(/^shell\..*js$/)
    expect(pages['/money']).not.toEqual([])
    const notices = readFileSync(join(output, 'third-party.txt'), 'utf8')
    for (const library of ['react', 'react-dom', 'react-router-dom', 'zustand', 'i18next', 'axios', 'rxjs'])
      expect(notices).toMatch(new RegExp(`^${library} \\d`, 'm'))
    expect(Object.values(locales).flatMap(byLanguage => Object.values(byLanguage))).not.toContain('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
