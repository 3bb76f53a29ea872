import { expect, it } from 'vitest'
import { progress, suiteLine, withoutSuites } from './progress.ts'

it('reports each failure at once, how far it is every few seconds, and the end', () => {
  const lines: string[] = []
  let now = 0
  const read = progress(
    line => lines.push(line),
    5_000,
    () => now,
  )
  const ended = (done: number, failures: readonly string[] = []) =>
    read(suiteLine({ done, total: 4, suite: `${done}.test.ts`, failures }))
  ended(1)
  read('what a test printed')
  now = 5_000
  ended(2, ['2.test.ts: adds up'])
  ended(3)
  ended(4)
  expect(lines).toEqual(['FAILED 2.test.ts: adds up', '2 of 4, last 2.test.ts', '4 of 4, last 4.test.ts'])
})

it('leaves what went wrong outside the tests to be read', () => {
  const suites = Array.from({ length: 100 }, (_, at) =>
    suiteLine({ done: at, total: 100, suite: `${at}.test.ts`, failures: [] }),
  )
  expect(withoutSuites(['Unhandled Rejection', ...suites, 'JSON report written'].join('\n'))).toBe(
    'Unhandled Rejection\nJSON report written',
  )
})
